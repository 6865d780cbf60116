// A video of canvases, encoded by the browser (WebCodecs).

import { webm, type Chunk } from './webm'

/** The pictures in a second: each position is repeated as long as it is shown, which players understand best. */
const RATE = 2
/** Each so many pictures one can jump to. */
const KEY = 10
const BITS_PER_SECOND = 4_000_000

export class Film {
  readonly #encoder: VideoEncoder
  readonly #chunks: Chunk[] = []
  readonly #width: number
  readonly #height: number
  #failed: DOMException | null = null
  #pictures = 0

  constructor({ width, height }: { width: number; height: number }) {
    // The colours of a video have half the places of its picture.
    this.#width = width & ~1
    this.#height = height & ~1
    this.#encoder = new VideoEncoder({
      output: (chunk) => {
        const data = new Uint8Array(chunk.byteLength)
        chunk.copyTo(data)
        const time = Math.round(chunk.timestamp / 1000)
        this.#chunks.push({ data, time, key: chunk.type === 'key' })
      },
      error: (why) => (this.#failed = why),
    })
    this.#encoder.configure({
      codec: 'vp8',
      width: this.#width,
      height: this.#height,
      bitrate: BITS_PER_SECOND,
      framerate: RATE,
    })
  }

  /** Adds a picture, which is shown for so many milliseconds. */
  async add(canvas: HTMLCanvasElement, delay: number): Promise<void> {
    const until = this.#pictures + Math.max(1, Math.round((delay * RATE) / 1000))
    for (; this.#pictures < until; this.#pictures++) {
      const frame = new VideoFrame(canvas, {
        timestamp: (this.#pictures * 1e6) / RATE,
        duration: 1e6 / RATE,
        visibleRect: { x: 0, y: 0, width: this.#width, height: this.#height },
      })
      this.#encoder.encode(frame, { keyFrame: this.#pictures % KEY === 0 })
      frame.close()
    }
    // The encoder keeps few pictures in memory.
    while (this.#encoder.encodeQueueSize > KEY && !this.#failed) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (this.#failed) throw this.#failed
  }

  /** The file. */
  async end(): Promise<Blob> {
    await this.#encoder.flush()
    if (this.#failed) throw this.#failed
    this.#encoder.close()
    const duration = (this.#pictures * 1000) / RATE
    return webm({ width: this.#width, height: this.#height, duration, chunks: this.#chunks })
  }

  /** Ends without a file. */
  drop(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close()
  }
}
