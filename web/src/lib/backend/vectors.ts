// Whether the browser can run the modules of the hall: they need WebAssembly with vectors of 128 bits.

/** A module with one function, whose result is a vector: `i32.const 0`, `i8x16.splat`. */
// prettier-ignore
const VECTOR = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 5, 1, 0x60, 0, 1, 0x7b,
  3, 2, 1, 0,
  10, 8, 1, 6, 0, 0x41, 0, 0xfd, 15, 11,
])

/** Whether a module with vectors is valid here. */
export const runsModules = (of: typeof WebAssembly | undefined = globalThis.WebAssembly): boolean =>
  of?.validate(VECTOR) ?? false
