// What a format has no place for, as the server's header `x-left-out` counts it.

/** A code (`comments`) and how many there are. */
export interface LeftOut {
  code: string
  count: number
}

/** Reads `comments=3, variations=1`. */
export function leftOutOf(header: string | null): readonly LeftOut[] {
  return (header ?? '').split(',').flatMap((part) => {
    const [code = '', count = ''] = part.trim().split('=')
    return code && Number(count) > 0 ? [{ code, count: Number(count) }] : []
  })
}
