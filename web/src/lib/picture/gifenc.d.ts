// The part of gifenc that the page uses; the package has no types of its own.

declare module 'gifenc' {
  export type Palette = readonly (readonly number[])[]
  export interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette?: Palette
        delay: number
        transparent?: boolean
        transparentIndex?: number
        dispose?: number
      },
    ): void
    finish(): void
    bytes(): Uint8Array
    /** What is written so far, without a copy. */
    bytesView(): Uint8Array
  }
  export function GIFEncoder(): Encoder
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette
  export function nearestColorIndexWithDistance(
    palette: Palette,
    colour: readonly number[],
  ): [place: number, distance: number]
}
