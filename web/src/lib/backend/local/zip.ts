// Several files in one, as a zip without compression.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** The checksum that a zip has of each file. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = TABLE[(c ^ byte) & 0xff]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

/** The numbers in little-endian order, each as so many bytes. */
function packed(numbers: readonly [size: 2 | 4, value: number][]): Uint8Array {
  const bytes = numbers.flatMap(([size, value]) =>
    Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 0xff),
  )
  return Uint8Array.from(bytes)
}

/** 1 January 1980: the files have no times. */
const DATE = 0x21

/** A zip of the files with these names and contents. */
export function zipped(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Uint8Array {
  const [parts, entries]: [Uint8Array[], Uint8Array[]] = [[], []]
  let at = 0
  for (const [text, bytes] of files) {
    const name = new TextEncoder().encode(text)
    const sizes = [4, bytes.length] as [4, number]
    const common: [2 | 4, number][] = [
      [2, 20],
      [2, 0x800],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc32(bytes)],
      sizes,
      sizes,
      [2, name.length],
      [2, 0],
    ]
    const head = packed([[4, 0x04034b50], ...common])
    parts.push(head, name, bytes)
    const more: [2 | 4, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ]
    entries.push(packed([[4, 0x02014b50], [2, 20], ...common, ...more]), name)
    at += head.length + name.length + bytes.length
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  const count: [2, number] = [2, files.length]
  const end = packed([[4, 0x06054b50], [2, 0], [2, 0], count, count, [4, size], [4, at], [2, 0]])
  const all = [...parts, ...entries, end]
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of all) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}
