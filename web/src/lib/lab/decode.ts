// The events of a recorded search as the server sends them: four whole numbers each.

import type { SearchTree } from './tree'

/** The letters at the beginning of a frame. */
const MAGIC = 0x3142414c
const HEAD = 16

/** A page of events. */
export interface Frame {
  readonly slot: number
  /** The number of its first event. */
  readonly from: number
  readonly numbers: Int32Array
}

/** Reads a binary frame; `null` if it is none. */
export function readFrame(buffer: ArrayBuffer): Frame | null {
  if (buffer.byteLength < HEAD) return null
  const head = new DataView(buffer)
  if (head.getUint32(0, true) !== MAGIC) return null
  const count = head.getUint32(12, true)
  if (buffer.byteLength < HEAD + count * 16) return null
  return {
    slot: head.getUint32(4, true),
    from: head.getUint32(8, true),
    numbers: new Int32Array(buffer, HEAD, count * 4),
  }
}

/** Writes a frame, as the server does. Tests use it. */
export function writeFrame({ slot, from, numbers }: Frame): ArrayBuffer {
  const buffer = new ArrayBuffer(HEAD + numbers.length * 4)
  const head = new DataView(buffer)
  head.setUint32(0, MAGIC, true)
  head.setUint32(4, slot, true)
  head.setUint32(8, from, true)
  head.setUint32(12, numbers.length / 4, true)
  new Int32Array(buffer, HEAD).set(numbers)
  return buffer
}

/** Adds events to a tree. */
export class Decoder {
  #joins = -1

  constructor(readonly tree: SearchTree) {}

  feed(numbers: ArrayLike<number>): void {
    const { tree } = this
    for (let i = 0; i + 3 < numbers.length; i += 4) {
      const a = numbers[i]!
      const b = numbers[i + 1]!
      const c = numbers[i + 2]!
      const d = numbers[i + 3]!
      switch (a & 15) {
        case 0:
          tree.iteration(b)
          break
        case 1:
          tree.enter({
            move: b,
            purpose: (a >> 4) & 15,
            ply: (a >> 8) & 255,
            depth: (a >> 16) & 255,
            quiet: ((a >>> 24) & 255) - 1,
            alpha: c,
            beta: d,
          })
          break
        case 2:
          tree.raise(b)
          break
        case 3:
          tree.skip(b)
          break
        case 4:
          tree.leave({
            reason: (a >> 4) & 15,
            score: b,
            tried: c & 0xffff,
            width: c >>> 16,
            saved: d,
            joins: this.#joins,
          })
          this.#joins = -1
          break
        case 5:
          this.#joins = b
          break
      }
    }
  }
}
