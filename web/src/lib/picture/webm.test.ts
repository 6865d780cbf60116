import { describe, expect, it } from 'vitest'
import { webm } from './webm'

const picture = (time: number, key: boolean) => ({ data: Uint8Array.of(time & 255, 7), time, key })

/** The elements of a file: identifier, place, and content. */
function elements(bytes: Uint8Array, from = 0, to = bytes.length) {
  const found: { id: number; at: number; from: number; to: number }[] = []
  for (let at = from; at < to;) {
    const length = Math.clz32(bytes[at]! << 24) + 1
    const id = bytes.slice(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0)
    const size = at + length
    expect(bytes[size]).toBe(1)
    const begin = size + 8
    const end = begin + bytes.slice(size + 1, begin).reduce((sum, byte) => sum * 256 + byte, 0)
    found.push({ id, at, from: begin, to: end })
    at = end
  }
  return found
}

describe('a WebM file', () => {
  it('has a header, a track, its parts, and a table that leads to each of them', async () => {
    const chunks = [0, 500, 1000, 1500, 2000].map((time, i) => picture(time, i % 2 === 0))
    const blob = webm({ width: 480, height: 534, duration: 2500, chunks })
    expect(blob.type).toBe('video/webm')
    const bytes = new Uint8Array(await blob.arrayBuffer())
    expect([...bytes.slice(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
    const [header, segment, ...rest] = elements(bytes)
    expect(rest).toEqual([])
    expect(new TextDecoder().decode(bytes.slice(header!.from, header!.to))).toContain('webm')
    const parts = elements(bytes, segment!.from, segment!.to)
    expect(parts.map(({ id }) => id)).toEqual([
      0x1549a966,
      0x1654ae6b,
      0x1c53bb6b,
      ...[0, 0, 0].map(() => 0x1f43b675),
    ])
    const value = ({ from, to }: { from: number; to: number }) =>
      bytes.slice(from, to).reduce((sum, byte) => sum * 256 + byte, 0)
    const clusters = parts.slice(3)
    const cues = elements(bytes, parts[2]!.from, parts[2]!.to).map((cue) => {
      const [time, places] = elements(bytes, cue.from, cue.to)
      const [, place] = elements(bytes, places!.from, places!.to)
      return { time: value(time!), at: value(place!) + segment!.from }
    })
    expect(cues).toEqual(clusters.map(({ at }, i) => ({ time: 1000 * i, at })))
    // Each picture has its time after that of its part.
    const pictures = clusters.flatMap((cluster) => {
      const [time, ...blocks] = elements(bytes, cluster.from, cluster.to)
      return blocks.map(({ from, to }) => ({
        time: value(time!) + bytes[from + 1]! * 256 + bytes[from + 2]!,
        key: bytes[from + 3] === 0x80,
        data: bytes.slice(from + 4, to),
      }))
    })
    expect(pictures).toEqual(chunks)
  })
})
