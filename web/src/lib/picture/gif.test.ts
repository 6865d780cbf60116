import { describe, expect, it } from 'vitest'
import { Animation, changed } from './gif'

const [WIDTH, HEIGHT] = [60, 40]

/** A picture of one colour with squares of other colours. */
function picture(squares: readonly (readonly [x: number, y: number, colour: number])[]) {
  const pixels = new Uint32Array(WIDTH * HEIGHT).fill(0xff88c0e0)
  for (const [x, y, colour] of squares) {
    for (let i = 0; i < 64; i++) pixels[(y + (i >> 3)) * WIDTH + x + (i & 7)] = colour
  }
  return pixels
}

const data = (pixels: Uint32Array) => ({
  data: new Uint8ClampedArray(pixels.buffer.slice(0) as ArrayBuffer),
  width: WIDTH,
  height: HEIGHT,
})

/** The codes of an image unpacked (LZW). */
function unpacked(packed: readonly number[], size: number): number[] {
  const clear = 1 << size
  let table: number[][] = []
  let width = size + 1
  const out: number[] = []
  let last: number[] | null = null
  let [bits, held] = [0, 0]
  for (const byte of packed) {
    bits |= byte << held
    held += 8
    while (held >= width) {
      const code = bits & ((1 << width) - 1)
      bits >>= width
      held -= width
      if (code === clear) {
        table = Array.from({ length: clear + 2 }, (_, i) => (i < clear ? [i] : []))
        width = size + 1
        last = null
        continue
      }
      if (code === clear + 1) return out
      const entry: number[] = code < table.length ? table[code]! : [...last!, last![0]!]
      if (last && table.length < 4096) table.push([...last, entry[0]!])
      if (table.length === 1 << width && width < 12) width++
      out.push(...entry)
      last = entry
    }
  }
  return out
}

/** The pictures of a file as a viewer shows them, with their times and places. */
function shown(file: Uint8Array) {
  const word = (at: number) => file[at]! | (file[at + 1]! << 8)
  const table = (at: number, places: number) =>
    Array.from({ length: places }, (_, i) => [...file.slice(at + 3 * i, at + 3 * i + 3)])
  const places = 2 << (file[10]! & 7)
  const global = table(13, places)
  let at = 13 + 3 * places
  const canvas = new Array<number[]>(WIDTH * HEIGHT).fill([0, 0, 0])
  const pictures: { pixels: number[][]; delay: number; place: number[] }[] = []
  let [delay, clear] = [0, -1]
  while (file[at] !== 0x3b) {
    if (file[at] === 0x21) {
      if (file[at + 1] === 0xf9) {
        delay = word(at + 4) * 10
        clear = file[at + 3]! & 1 ? file[at + 6]! : -1
      }
      at += 2
      while (file[at]) at += file[at]! + 1
      at++
      continue
    }
    const [x, y, w, h] = [word(at + 1), word(at + 3), word(at + 5), word(at + 7)]
    const own = file[at + 9]! & 0x80 ? 2 << (file[at + 9]! & 7) : 0
    const palette = own ? table(at + 10, own) : global
    at += 10 + 3 * own
    const size = file[at++]!
    const packed: number[] = []
    for (; file[at]; at += file[at]! + 1) packed.push(...file.slice(at + 1, at + 1 + file[at]!))
    at++
    unpacked(packed, size).forEach((index, i) => {
      const to = (y + Math.floor(i / w)) * WIDTH + x + (i % w)
      if (index !== clear) canvas[to] = palette[index]!
    })
    pictures.push({ pixels: [...canvas], delay, place: [x, y, w, h] })
  }
  return pictures
}

describe('an animated picture', () => {
  it('finds the rectangle that changed', () => {
    const before = picture([])
    expect(changed(before, picture([]), WIDTH)).toBeNull()
    const after = picture([
      [4, 6, 0xff0000ff],
      [20, 20, 0xff000000],
    ])
    expect(changed(before, after, WIDTH)).toEqual({ x: 4, y: 6, width: 24, height: 22 })
  })

  it('shows every picture as it was, though only what changed is written', async () => {
    const red = 0xff2030c0
    const black = 0xff101010
    const all = [
      picture([[4, 6, red]]),
      picture([[12, 6, red]]),
      picture([[12, 6, red]]),
      picture([
        [12, 6, red],
        [40, 30, black],
      ]),
      // A colour that none of the pictures has from which the palette was chosen.
      picture([[12, 6, 0xff20e020]]),
    ]
    const animation = new Animation({ width: WIDTH, height: HEIGHT })
    animation.learn([data(all[0]!), data(all[3]!)])
    for (const pixels of all) animation.addPixels(data(pixels), 500)
    const file = new Uint8Array(await animation.end().arrayBuffer())
    // The palette has 64 places at most: 63 colours, and one for what stays.
    expect(2 << (file[10]! & 7)).toBeLessThanOrEqual(64)
    const seen = shown(file)
    expect(seen.map(({ delay }) => delay)).toEqual([500, 1000, 500, 500])
    expect(seen.map(({ place }) => place)).toEqual([
      [0, 0, WIDTH, HEIGHT],
      [4, 6, 16, 8],
      [40, 30, 8, 8],
      [12, 6, 36, 32],
    ])
    for (const [i, original] of [all[0]!, all[1]!, all[3]!, all[4]!].entries()) {
      for (let at = 0; at < original.length; at++) {
        const pixel = original[at]!
        const wanted = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
        const got = seen[i]!.pixels[at]!
        const apart = Math.max(...wanted.map((value, c) => Math.abs(value - got[c]!)))
        expect(apart, `picture ${i}, pixel ${at}`).toBeLessThan(12)
      }
    }
  })
})
