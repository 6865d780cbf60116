// Parts of a module of WebAssembly: which functions something calls, and the module with these functions alone.
//
// The part has the same memory, tables and functions, in the same places, but the others have no content: who calls
// one of them ends with a trap, and goes on in the whole module with the memory of the part.

export const TYPES = { custom: 0, imports: 2, memory: 5, code: 10, data: 11 }
const PAGE = 65_536
/** A body that traps: no locals, `unreachable`, `end`. */
const NOTHING = Buffer.from([0x00, 0x00, 0x0b])

/** A number of a module, and where it ends. */
export function number(bytes, at) {
  let [value, factor] = [0, 1]
  for (;;) {
    const byte = bytes[at++]
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return [value, at]
    factor *= 128
  }
}

function written(value) {
  const bytes = []
  do {
    bytes.push((value % 128) + (value >= 128 ? 128 : 0))
    value = Math.floor(value / 128)
  } while (value > 0)
  return Buffer.from(bytes)
}

/** The same for a number with a sign. */
function writtenSigned(value) {
  const bytes = []
  for (;;) {
    const low = value & 0x7f
    value >>= 7
    const isLast = (value === 0 && !(low & 0x40)) || (value === -1 && (low & 0x40) !== 0)
    bytes.push(isLast ? low : low | 0x80)
    if (isLast) return Buffer.from(bytes)
  }
}

const sized = (bytes) => Buffer.concat([written(bytes.length), bytes])

/** The sections of a module, in order. */
export function sections(bytes) {
  const found = []
  for (let at = 8; at < bytes.length;) {
    const [size, start] = number(bytes, at + 1)
    found.push({ type: bytes[at], content: bytes.subarray(start, start + size) })
    at = start + size
  }
  return found
}

function module(bytes, found) {
  const parts = found.map(({ type, content }) => [Buffer.from([type]), sized(content)])
  return Buffer.concat([bytes.subarray(0, 8), ...parts.flat()])
}

/** The bodies of the functions. */
export function bodies(content) {
  let [count, at] = number(content, 0)
  const found = []
  while (count-- > 0) {
    const [size, start] = number(content, at)
    found.push(content.subarray(start, start + size))
    at = start + size
  }
  return found
}

const code = (found) => Buffer.concat([written(found.length), ...found.map(sized)])

/** Where the instructions of a body begin, behind its variables. */
function instructions(body) {
  let [groups, at] = number(body, 0)
  while (groups-- > 0) at = number(body, at)[1] + 1
  return at
}

/** The least number of pages of the memory that a module has, and where it ends. */
function pages(content) {
  if (content[0] !== 1) throw new Error('not one memory')
  const [least, end] = number(content, 2)
  return { least, end }
}

/** The module with a mark for each function, which is set when it is called, and what reads the marks. */
export function marked(bytes) {
  const found = sections(bytes)
  const { least } = pages(found.find(({ type }) => type === TYPES.memory).content)
  let count = 0
  for (const section of found) {
    const { type, content } = section
    if (type === TYPES.memory) {
      const { end } = pages(content)
      section.content = Buffer.concat([
        content.subarray(0, 2),
        written(least + 1),
        content.subarray(end),
      ])
    }
    if (type !== TYPES.code) continue
    const marks = bodies(content).map((body, at) => {
      const start = instructions(body)
      // i32.const place, i32.const 1, i32.store8
      const place = writtenSigned(least * PAGE + at)
      const mark = Buffer.concat([Buffer.of(0x41), place, Buffer.of(0x41, 0x01, 0x3a, 0x00, 0x00)])
      return Buffer.concat([body.subarray(0, start), mark, body.subarray(start)])
    })
    count = marks.length
    if (count > PAGE) throw new Error(`${count} functions are more than there are marks`)
    section.content = code(marks)
  }
  /** The functions that were called, by their number. */
  const called = (memory) => {
    const marks = new Uint8Array(memory.buffer, least * PAGE, count)
    return new Set([...marks.keys()].filter((at) => marks[at] !== 0))
  }
  return { bytes: module(bytes, found), called }
}

/** The blocks of data that lie in the memory from the start: their address and content. */
export function segments(content) {
  let [count, at] = number(content, 0)
  const found = []
  while (count-- > 0) {
    // 0, i32.const address, end
    if (content[at] !== 0 || content[at + 1] !== 0x41) throw new Error('not a plain block of data')
    const [address, end] = number(content, at + 2)
    const [size, start] = number(content, end + 1)
    found.push({ address, bytes: content.subarray(start, start + size) })
    at = start + size
  }
  return found
}

/** The module without names and the like. */
export const stripped = (bytes) =>
  module(
    bytes,
    sections(bytes).filter(({ type }) => type !== TYPES.custom),
  )

/** The module with these functions alone, and with zeros in these places of the memory. */
export function part(bytes, functions, zeros) {
  const found = sections(bytes).filter(({ type }) => type !== TYPES.custom)
  for (const section of found) {
    if (section.type === TYPES.code) {
      const kept = bodies(section.content)
      section.content = code(kept.map((body, at) => (functions.has(at) ? body : NOTHING)))
    }
    if (section.type === TYPES.data) {
      section.content = Buffer.from(section.content)
      for (const { address, bytes: block } of segments(section.content)) {
        for (const [place, length] of zeros) {
          const at = place - address
          if (at >= 0 && at + length <= block.length) block.fill(0, at, at + length)
        }
      }
    }
  }
  return module(bytes, found)
}

const contentOf = (bytes, wanted) => sections(bytes).find(({ type }) => type === wanted).content

/** What the module has besides this part: bodies of functions, and the bytes that are zero in the part. */
export function rest(whole, part) {
  const others = bodies(contentOf(part, TYPES.code))
  const isThere = (body, n) => body.equals(others[n])
  const own = bodies(contentOf(whole, TYPES.code)).map((body, n) =>
    isThere(body, n) ? Buffer.alloc(0) : body,
  )
  const theirs = contentOf(part, TYPES.data)
  const bytes = contentOf(whole, TYPES.data).map((byte, at) => (byte === theirs[at] ? 0 : byte))
  const found = [
    { type: TYPES.code, content: code(own) },
    { type: TYPES.data, content: Buffer.from(bytes) },
  ]
  return module(whole, found)
}
