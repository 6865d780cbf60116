// An animated GIF of canvases. All pictures of a board have much the same colours: a palette is chosen for
// each of them.

import { applyPalette, GIFEncoder, quantize } from 'gifenc'

export class Animation {
  readonly #encoder = GIFEncoder()
  readonly #width: number
  readonly #height: number

  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width
    this.#height = height
  }

  /** Adds a picture, which is shown for so many milliseconds. */
  add(canvas: HTMLCanvasElement, delay: number): void {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const { data } = context.getImageData(0, 0, this.#width, this.#height)
    const palette = quantize(data, 256)
    this.#encoder.writeFrame(applyPalette(data, palette), this.#width, this.#height, {
      palette,
      delay,
    })
  }

  /** Ends without a file. */
  drop(): void {
    // It holds nothing outside the page.
  }

  /** The file. */
  end(): Blob {
    this.#encoder.finish()
    return new Blob([this.#encoder.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' })
  }
}
