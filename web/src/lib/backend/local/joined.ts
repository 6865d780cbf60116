// The two files of a module put together. `web/tools/module-parts.mjs` writes them: the first part has the functions that
// games need, and traps in the place of the others; the rest has the others and what the memory of the first part lacks,
// and is no module by itself.

const CODE = 10
const DATA = 11
/** Letters and version of a module. */
const HEAD = 8

/** Content for a place of the memory, as its address and bytes: those that are not zero belong there. */
export type Patch = readonly [address: number, bytes: Uint8Array]

interface Section {
  readonly type: number
  readonly content: Uint8Array
}

/** A number of a module, and where it ends. */
function number(bytes: Uint8Array, at: number): [value: number, end: number] {
  let [value, factor] = [0, 1]
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('the file of a module is cut off')
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return [value, at]
    factor *= 128
  }
}

function written(value: number): number[] {
  const bytes = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  return [...bytes, value]
}

function sections(bytes: Uint8Array): Section[] {
  const found = []
  for (let at = HEAD; at < bytes.length;) {
    const [size, start] = number(bytes, at + 1)
    found.push({ type: bytes[at]!, content: bytes.subarray(start, start + size) })
    at = start + size
  }
  return found
}

/** The bodies of functions, each with its length before it; null for those that are empty. */
function bodies(content: Uint8Array): (Uint8Array | null)[] {
  let [count, at] = number(content, 0)
  const found = []
  while (count-- > 0) {
    const [size, start] = number(content, at)
    found.push(size > 0 ? content.subarray(at, start + size) : null)
    at = start + size
  }
  return found
}

function together(pieces: readonly (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function joinedCode(first: Uint8Array, rest: Uint8Array): Uint8Array {
  const others = bodies(rest)
  const all = bodies(first).map((body, n) => others[n] ?? body!)
  return together([written(all.length), ...all])
}

/** What the memory of the first part has zeros in place of, out of the two files. */
export function lacking(first: Uint8Array, rest: Uint8Array): Patch[] {
  const [content, others] = [first, rest].map(
    (bytes) => sections(bytes).find(({ type }) => type === DATA)?.content,
  )
  if (!content || !others) return []
  let [count, at] = number(content, 0)
  const found: Patch[] = []
  while (count-- > 0) {
    // Two bytes, the address, the end of its instruction.
    const [address, end] = number(content, at + 2)
    const [size, start] = number(content, end + 1)
    at = start + size
    found.push([address, others.subarray(start, at)])
  }
  return found
}

/** The module with all functions, out of its two files. */
export function joined(first: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = new Map(sections(rest).map(({ type, content }) => [type, content]))
  const pieces: (Uint8Array | number[])[] = [first.subarray(0, HEAD)]
  for (const { type, content } of sections(first)) {
    const other = more.get(type)
    let whole = content
    if (other && type === CODE) whole = joinedCode(content, other)
    if (other && type === DATA) whole = content.map((byte, at) => byte | other[at]!)
    pieces.push([type], written(whole.length), whole)
  }
  return together(pieces)
}
