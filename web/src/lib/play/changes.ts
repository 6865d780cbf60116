// A game built from the server's messages. A move contains the pieces that it removed and added. Applying
// these changes forwards or backwards gives every board of a game, without any rules.

import type { Board, Game, Mark, Moved, MovePlayed, Piece } from '../types'

/** The pieces except `without`, plus `others`. */
function changed(
  pieces: readonly Piece[],
  without: readonly Piece[] | undefined,
  others: readonly Piece[] | undefined,
): Piece[] {
  const gone = new Set(without?.map((piece) => piece.at))
  return [...pieces.filter((piece) => !gone.has(piece.at)), ...(others ?? [])]
}

/** The pieces after `move`, from those before it. */
export const forwards = (pieces: readonly Piece[], move: MovePlayed): Piece[] =>
  changed(pieces, move.removed, move.put)

/** The pieces before `move`, from those after it. */
export const backwards = (pieces: readonly Piece[], move: MovePlayed): Piece[] =>
  changed(pieces, move.put, move.removed)

/**
 * The game after a move; `null` when the move follows another version than the known one, because
 * a message in between was missed.
 */
export function afterMove(game: Game, moved: Moved): Game | null {
  if (moved.after !== game.version) return null
  const { played } = moved
  const lost = game.lost.map((kinds, i) =>
    i === (played.side === 'first' ? 1 : 0) ? [...kinds, ...played.captured] : kinds,
  )
  return {
    ...game,
    version: moved.version,
    updated_at: moved.updated_at,
    position: moved.position,
    turn: moved.turn,
    moves: [...game.moves, played],
    board: {
      ...game.board,
      pieces: forwards(game.board.pieces, played),
      moves: moved.moves ?? [],
      marks: moved.marks ?? [],
      refused: moved.refused ?? [],
      threats: moved.threats ?? [],
    },
    lost,
    clock: {
      ...game.clock,
      left_ms: moved.left_ms,
      running: moved.running ?? null,
      move_left_ms: moved.move_left_ms ?? null,
    },
    paused: game.paused && !moved.end,
    end: moved.end ?? null,
    thinking: moved.thinking ?? null,
    draw_offer: (!moved.end && game.draw_offer === played.side && game.draw_offer) || null,
    warnings: moved.warnings ?? [],
    limit: moved.limit ?? null,
    take_back: moved.take_back ?? null,
  }
}

/** The board after `ply` moves of `game`, with its last move marked but without legal moves. */
export function boardAt(game: Game, ply: number): Board {
  if (ply >= game.moves.length) return game.board
  const later = game.moves.slice(ply).reverse()
  const pieces = later.reduce(backwards, game.board.pieces)
  const last = game.moves[ply - 1]
  const marks: Mark[] = []
  if (last) {
    if (last.from) marks.push({ at: last.from, kind: 'last_from' })
    marks.push({ at: last.to, kind: 'last_to' })
    if (last.check_at) marks.push({ at: last.check_at, kind: 'check' })
  }
  return { ...game.board, pieces, moves: [], marks, refused: [], threats: [] }
}

/** The captured pieces of each side after `ply` moves, in order. */
export function lostAt(game: Game, ply: number): [string[], string[]] {
  const lost: [string[], string[]] = [[], []]
  for (const move of game.moves.slice(0, ply)) {
    lost[move.side === 'first' ? 1 : 0].push(...move.captured)
  }
  return lost
}
