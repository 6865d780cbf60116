// Which kinds of pieces somebody has picked in this browser: each is explained once.

const KEY = 'yiqi.pieces-met'

function read(): string[] {
  try {
    const given: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '[]')
    return Array.isArray(given) ? given.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export class PiecesMet {
  readonly #met = new Set(read())

  /** Notes that a kind of piece was picked. Returns whether it is the first time. */
  meet(game: string, kind: string): boolean {
    const id = `${game} ${kind}`
    if (this.#met.has(id)) return false
    this.#met.add(id)
    try {
      globalThis.localStorage?.setItem(KEY, JSON.stringify([...this.#met]))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
    return true
  }
}

export const piecesMet = new PiecesMet()
