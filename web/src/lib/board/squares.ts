// How each family of games names its squares. Names are data the server sends; the board
// only has to find the place a name means, and the name of an empty place.

export type Family = 'xiangqi' | 'gomoku' | 'draughts'

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

export function familyOf(variant: string): Family {
  if (variant.startsWith('draughts')) return 'draughts'
  return variant.startsWith('xiangqi') ? 'xiangqi' : 'gomoku'
}

const letter = (file: number) => String.fromCharCode(97 + file)

/** The name of a place; `null` where the game gives it none (light squares in draughts). */
export function squareName(family: Family, size: Size, { file, rank }: Place): string | null {
  switch (family) {
    case 'xiangqi':
      return letter(file) + rank
    case 'gomoku':
      return letter(file) + (rank + 1)
    case 'draughts': {
      // Numbered from the top left; the dark square is at the first side's lower left.
      if ((file + rank) % 2 !== 0) return null
      const row = size.ranks - 1 - rank
      return String((row * size.files) / 2 + Math.floor(file / 2) + 1)
    }
  }
}

/** The place a name means; `null` when it means none on this board. */
export function squarePlace(family: Family, size: Size, name: string): Place | null {
  let place: Place
  if (family === 'draughts') {
    const n = Number(name) - 1
    const half = size.files / 2
    const rank = size.ranks - 1 - Math.floor(n / half)
    place = { file: 2 * (n % half) + (rank % 2), rank }
  } else {
    const number = /^.\d+$/.test(name) ? Number(name.slice(1)) : NaN
    place = { file: name.charCodeAt(0) - 97, rank: family === 'gomoku' ? number - 1 : number }
  }
  const { file, rank } = place
  const whole = Number.isInteger(file) && Number.isInteger(rank)
  return whole && file >= 0 && file < size.files && rank >= 0 && rank < size.ranks ? place : null
}
