// The ids of games and studies.

/** An id that is ordered by its time, as a server's are: a UUID of version 7. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = [...crypto.getRandomValues(new Uint8Array(10))]
  random[0] = (random[0]! & 0x0f) | 0x70
  random[2] = (random[2]! & 0x3f) | 0x80
  const hex = time + random.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The date of a time where this browser is: `2026-11-26`. */
export function dateOf(at: number): string {
  const day = new Date(at)
  const two = (n: number) => `${n}`.padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
