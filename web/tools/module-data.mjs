// Which data of a module functions can reach. The linker writes all places that it filled in with addresses
// (`--emit-relocs`): a function or a piece of data has no address but those.

import { bodies, number, sections, segments, TYPES } from './module-parts.mjs'

/** Kinds of symbols, and the flags of one that is defined elsewhere, or has its name written. */
const DATA_SYMBOL = 1
const SECTION_SYMBOL = 3
const UNDEFINED = 0x10
const EXPLICIT_NAME = 0x40
/** The part of the section `linking` with the symbols. */
const SYMBOLS = 8
/** Kinds of places: those that hold an address in the memory, and the others that have a number added. */
const ADDRESSES = new Set([3, 4, 5, 11, 14, 15, 16, 17, 21, 23, 25])
const ADDED = new Set([8, 9, 22, ...ADDRESSES])

/** A section of the linker's, behind its name. */
function custom(bytes, wanted) {
  for (const { type, content } of sections(bytes)) {
    if (type !== TYPES.custom) continue
    const [length, start] = number(content, 0)
    const end = start + length
    if (content.toString('utf8', start, end) === wanted) return content.subarray(end)
  }
  throw new Error(`the linker wrote no ${wanted}`)
}

/** The symbols, in order: for data the block, the place in it and the size; null for the others. */
function symbols(content) {
  let at = number(content, 0)[1]
  while (content[at] !== SYMBOLS) {
    const [size, start] = number(content, at + 1)
    at = start + size
  }
  const next = () => {
    const [value, end] = number(content, at)
    at = end
    return value
  }
  const skipName = () => {
    const length = next()
    at += length
  }
  at = number(content, at + 1)[1]
  let count = next()
  const found = []
  while (count-- > 0) {
    const kind = content[at++]
    const flags = next()
    let symbol = null
    if (kind === DATA_SYMBOL) {
      skipName()
      if (!(flags & UNDEFINED)) symbol = { block: next(), offset: next(), size: next() }
    } else {
      next()
      const isNamed = kind !== SECTION_SYMBOL && (!(flags & UNDEFINED) || flags & EXPLICIT_NAME)
      if (isNamed) skipName()
    }
    found.push(symbol)
  }
  return found
}

/** The places of a section that hold addresses, in order: where they are, and the number of the symbol. */
function places(content) {
  let at = 0
  const next = () => {
    const [value, end] = number(content, at)
    at = end
    return value
  }
  next()
  const found = []
  for (let count = next(); count > 0; count--) {
    const kind = next()
    const [offset, symbol] = [next(), next()]
    // With a sign, which does not matter here.
    if (ADDED.has(kind)) next()
    if (ADDRESSES.has(kind)) found.push({ offset, symbol })
  }
  return found.sort((a, b) => a.offset - b.offset)
}

/** The places between two offsets. */
function* between(sorted, start, end) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle].offset < start) low = middle + 1
    else high = middle
  }
  for (; low < sorted.length && sorted[low].offset < end; low++) yield sorted[low]
}

/** The data that these functions cannot reach, as addresses and lengths. What belongs to no symbol is not among them. */
export function unreached(bytes, functions) {
  const contentOf = (wanted) => sections(bytes).find(({ type }) => type === wanted).content
  const [code, data] = [contentOf(TYPES.code), contentOf(TYPES.data)]
  const blocks = segments(data)
  // Memory that is zero at the start is in no block.
  const all = symbols(custom(bytes, 'linking')).map((symbol) =>
    symbol && blocks[symbol.block] ? symbol : null,
  )
  const inCode = places(custom(bytes, 'reloc.CODE'))
  const inData = places(custom(bytes, 'reloc.DATA'))
  const reached = new Set()
  const open = []
  const reach = (sorted, start, end) => {
    for (const { symbol } of between(sorted, start, end)) {
      if (!all[symbol] || reached.has(symbol)) continue
      reached.add(symbol)
      open.push(all[symbol])
    }
  }
  for (const [n, body] of bodies(code).entries()) {
    const start = body.byteOffset - code.byteOffset
    if (functions.has(n)) reach(inCode, start, start + body.length)
  }
  while (open.length > 0) {
    const { block, offset, size } = open.pop()
    const start = blocks[block].bytes.byteOffset - data.byteOffset + offset
    reach(inData, start, start + size)
  }
  // 1: it belongs to something; 2: to something that is reached.
  const marks = blocks.map((block) => new Uint8Array(block.bytes.length))
  for (const [n, symbol] of all.entries()) {
    const mark = reached.has(n) ? 2 : 1
    for (let at = 0; at < (symbol?.size ?? 0); at++) marks[symbol.block][symbol.offset + at] |= mark
  }
  return blocks.flatMap(({ address }, n) => runs(marks[n], address))
}

/** Where only 1 is, as addresses and lengths. */
function runs(marks, address) {
  const found = []
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] !== 1) continue
    const start = at
    while (marks[at] === 1) at++
    found.push([address + start, at - start])
  }
  return found
}
