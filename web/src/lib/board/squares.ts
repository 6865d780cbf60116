// The places of a board and their names. The server sends the names with every board; the page only
// converts between names and places.

/** A place on the grid, from 0 at the first side's lower left. */
export interface Place {
  readonly file: number
  readonly rank: number
}

/** The size of a board. */
export interface Size {
  readonly files: number
  readonly ranks: number
}

/** A board's size, and the names of its places row by row from the lower left ('' for none). */
export interface Squares extends Size {
  readonly names?: readonly string[] | undefined
}

/** Index by name, made once for each list of names. */
const indices = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

function indexOf(names: readonly string[]): ReadonlyMap<string, number> {
  let index = indices.get(names)
  if (!index) {
    index = new Map(names.flatMap((name, i) => (name ? [[name, i] as const] : [])))
    indices.set(names, index)
  }
  return index
}

/** The name of a place; `null` if the game has none for it (squares that are not used). */
export function squareName(board: Squares, { file, rank }: Place): string | null {
  if (file < 0 || file >= board.files || rank < 0 || rank >= board.ranks) return null
  return board.names?.[rank * board.files + file] || null
}

/** The place with a name; `null` if the board has no such place. */
export function squarePlace(board: Squares, name: string): Place | null {
  const i = board.names ? indexOf(board.names).get(name) : undefined
  if (i === undefined) return null
  return { file: i % board.files, rank: Math.floor(i / board.files) }
}

const letter = (file: number) => String.fromCharCode(97 + file)

/** The name of a square by letter and number (`c3`). */
export function letterName(board: Squares, name: string): string {
  const place = squarePlace(board, name)
  return place ? `${letter(place.file)}${place.rank + 1}` : name
}
