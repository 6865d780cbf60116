import { expect, test } from 'vitest'
// @ts-expect-error: a tool without types
import * as tool from '../../../../tools/module-data.mjs'

const { unreached } = tool as {
  unreached(bytes: Buffer, functions: Set<number>): [number, number][]
}

const section = (id: number, ...content: number[]) => [id, content.length, ...content]
const named = (name: string, ...content: number[]) =>
  section(0, name.length, ...Buffer.from(name), ...content)

/** A symbol of data in the first block. */
const symbol = (offset: number, size: number) => [1, 0, 0, 0, offset, size]
/** An address in the data: kind, place, symbol, nothing added. */
const inData = (place: number, of: number) => [5, place, of, 0]
/** The same in the code. */
const inCode = (place: number, of: number) => [4, place, of, 0]

/** Two functions; data at 64: "a" has the address of "b", nobody that of "c", the second function that of "d". */
const symbols = [4, ...[symbol(0, 4), symbol(4, 2), symbol(6, 3), symbol(10, 5)].flat()]
const linked = Buffer.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // Each body of 8 bytes: no locals, an address with five bytes, `drop`, `end`.
  ...section(
    10,
    2,
    ...[9, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 0, 0x1a, 0x0b],
    ...[9, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 0, 0x1a, 0x0b],
  ),
  ...section(11, 1, 0, 0x41, 64, 0x0b, 16, ...Array<number>(16).fill(7)),
  ...named('linking', 2, 8, symbols.length, ...symbols),
  ...named('reloc.CODE', 0, 2, ...inCode(4, 0), ...inCode(14, 3)),
  ...named('reloc.DATA', 1, 1, ...inData(6, 1)),
])

test('data whose address no function has and no such data is not reached', () => {
  // "c" and "d"; the byte between them belongs to nothing.
  expect(unreached(linked, new Set([0]))).toEqual([
    [70, 3],
    [74, 5],
  ])
  expect(unreached(linked, new Set([0, 1]))).toEqual([[70, 3]])
  expect(unreached(linked, new Set([1]))).toEqual([[64, 9]])
})
