// Files that the page makes itself.

/** Saves a file under a name, as a download. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has begun; some browsers read the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
