// An animated GIF. All pictures of a board have much the same colours and differ in a few squares: one palette of few
// colours serves for all of them, and after the first picture only the rectangle that changed is written, with the
// pixels in it that did not change left out.

import { GIFEncoder, nearestColorIndexWithDistance, quantize, type Palette } from 'gifenc'

/** Colours of a palette; one more place is for pixels that stay as they are. */
const COLOURS = 63
/** The squared distance from which a colour is not one of the palette. */
const FAR = 1200
/** Pixels with such a colour from which a picture gets its own palette. */
const MANY = 12

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** The smallest rectangle with all pixels that differ; `null` if none does. */
export function changed(before: Uint32Array, after: Uint32Array, width: number): Rectangle | null {
  const rows = after.length / width
  let [left, right, top, bottom] = [width, -1, rows, -1]
  for (let y = 0; y < rows; y++) {
    const row = y * width
    let first = 0
    while (first < width && before[row + first] === after[row + first]) first++
    if (first === width) continue
    let last = width - 1
    while (before[row + last] === after[row + last]) last--
    left = Math.min(left, first)
    right = Math.max(right, last)
    top = Math.min(top, y)
    bottom = y
  }
  return bottom < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** A palette, and the places of the colours that were looked up in it. */
class Colours {
  readonly palette: Palette
  readonly #known = new Map<number, number>()
  readonly #far = new Set<number>()

  constructor(rgba: Uint8ClampedArray) {
    // The transparent place is the last one.
    this.palette = [...quantize(rgba, COLOURS), [0, 0, 0]]
  }

  get transparent(): number {
    return this.palette.length - 1
  }

  /** The place of a colour, given as a pixel. */
  place(pixel: number): number {
    let place = this.#known.get(pixel)
    if (place === undefined) {
      const colour = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
      const [nearest, distance] = nearestColorIndexWithDistance(this.palette.slice(0, -1), colour)
      place = nearest
      this.#known.set(pixel, place)
      if (distance > FAR) this.#far.add(pixel)
    }
    return place
  }

  isFar(pixel: number): boolean {
    return this.#far.has(pixel)
  }
}

/** The pixels of a canvas. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

export class Animation {
  readonly #encoder = GIFEncoder()
  readonly #width: number
  readonly #height: number
  /** The colours of all pictures. */
  #colours: Colours | null = null
  /** The last written picture. */
  #before: Uint32Array | null = null
  /** A picture that waits: its time grows as long as nothing changes. */
  #waiting: { picture: Uint32Array; delay: number } | null = null

  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width
    this.#height = height
  }

  /** Chooses the colours, from some of the pictures. Without this they are those of the first one. */
  learn(pictures: readonly Pixels[]): void {
    const all = new Uint8ClampedArray(pictures.reduce((sum, { data }) => sum + data.length, 0))
    let at = 0
    for (const { data } of pictures) {
      all.set(data, at)
      at += data.length
    }
    this.#colours = new Colours(all)
  }

  /** Adds a picture, which is shown for so many milliseconds. */
  add(canvas: HTMLCanvasElement, delay: number): void {
    this.addPixels(pixelsOf(canvas), delay)
  }

  /** Adds a picture. */
  addPixels({ data }: Pixels, delay: number): void {
    const picture = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
    if (this.#waiting && !changed(this.#waiting.picture, picture, this.#width)) {
      this.#waiting.delay += delay
      return
    }
    this.#write()
    this.#waiting = { picture, delay }
  }

  /** Writes the picture that waits. */
  #write(): void {
    if (!this.#waiting) return
    const { picture, delay } = this.#waiting
    this.#waiting = null
    this.#colours ??= new Colours(bytesOf(picture))
    const whole = { x: 0, y: 0, width: this.#width, height: this.#height }
    const place = this.#before ? changed(this.#before, picture, this.#width) : whole
    if (place) this.#frame(picture, place, delay)
    this.#before = picture
  }

  #frame(picture: Uint32Array, place: Rectangle, delay: number): void {
    const { x, y, width, height } = place
    const first = this.#before === null
    let colours = this.#colours!
    let index = this.#indexed(picture, place, colours)
    let palette: Palette | undefined = first ? colours.palette : undefined
    if (index === null) {
      // A colour that no sampled picture has: these pixels get a palette of their own.
      const part = new Uint32Array(width * height)
      for (let row = 0; row < height; row++) {
        const from = (y + row) * this.#width + x
        part.set(picture.subarray(from, from + width), row * width)
      }
      colours = new Colours(bytesOf(part))
      palette = colours.palette
      index = this.#indexed(picture, place, colours, Infinity)!
    }
    const from = this.#encoder.bytesView().length
    this.#encoder.writeFrame(index, width, height, {
      ...(palette ? { palette } : {}),
      delay,
      transparent: !first,
      transparentIndex: colours.transparent,
      dispose: 1,
    })
    if (first) return
    // The library writes every picture at the corner: behind the eight bytes about its time and the mark of a picture
    // stands its place.
    const view = this.#encoder.bytesView()
    view.set([x & 255, x >> 8, y & 255, y >> 8], from + 9)
  }

  /** The places of the colours in a rectangle; `null` if many pixels have a colour that the palette has not. */
  #indexed(
    picture: Uint32Array,
    { x, y, width, height }: Rectangle,
    colours: Colours,
    most = MANY,
  ): Uint8Array | null {
    const index = new Uint8Array(width * height)
    const before = this.#before
    const { transparent } = colours
    let far = 0
    let to = 0
    // Most pixels have the colour of the one before them.
    let [last, place, isFar] = [-1, 0, false]
    for (let row = 0; row < height; row++) {
      const from = (y + row) * this.#width + x
      for (let at = from; at < from + width; at++, to++) {
        const pixel = picture[at]!
        if (before !== null && before[at] === pixel) {
          index[to] = transparent
          continue
        }
        if (pixel !== last) {
          last = pixel
          place = colours.place(pixel)
          isFar = colours.isFar(pixel)
        }
        index[to] = place
        if (isFar && ++far > most) return null
      }
    }
    return index
  }

  /** Ends without a file. */
  drop(): void {
    // It holds nothing outside the page.
  }

  /** The file. */
  end(): Blob {
    this.#write()
    this.#encoder.finish()
    return new Blob([this.#encoder.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' })
  }
}

const bytesOf = (pixels: Uint32Array): Uint8ClampedArray =>
  new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength)

/** The pixels of a canvas. */
export function pixelsOf(canvas: HTMLCanvasElement): Pixels {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
