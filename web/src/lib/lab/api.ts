// The HTTP interface of the lab.

import { api, json } from '../api'
import { startBoard } from '../board/boards'
import { boardAt } from '../play/changes'
import { boardAfter, movesOn, pathTo, treeOf } from '../study/tree'
import type { Study } from '../study/types'
import { catalogue } from '../catalogue.svelte'
import { otherSide, type Board, type Side } from '../types'
import type { Lab, LabEvaluation, LabLine, LabPosition } from './types'

export const lab = {
  about: () => json<Lab>('/api/lab'),
  /** The moves of a position on the board. */
  line: (at: LabPosition) => json<LabLine>('/api/lab/line', 'POST', at),
  evaluation: (at: LabPosition, by: string) =>
    json<LabEvaluation>('/api/lab/evaluation', 'POST', { at, by }),
}

/** Where a position comes from, as it is written in an address. */
export type Source =
  | { readonly kind: 'start'; readonly variant: string }
  | { readonly kind: 'text'; readonly variant: string; readonly text: string }
  | {
      /** A game that was pasted or opened, after so many of its moves. */
      readonly kind: 'line'
      readonly variant: string
      readonly ply: number
      readonly moves: readonly string[]
      readonly position: string
    }
  | { readonly kind: 'game'; readonly id: string; readonly ply: number | null }
  | { readonly kind: 'study'; readonly id: string; readonly node: number }
  | { readonly kind: 'textbook'; readonly id: string }

/** A position with its board. */
export interface Placed {
  readonly at: LabPosition
  readonly board: Board | null
  /** Who moves. */
  readonly turn: Side
}

const begins = (variant: string): Side => catalogue.variant(variant)?.first ?? 'first'

/** The position of a source that is not a textbook's tree. */
export async function positionOf(source: Exclude<Source, { kind: 'textbook' }>): Promise<Placed> {
  switch (source.kind) {
    case 'start':
      return {
        at: { variant: source.variant, moves: [] },
        board: startBoard(source.variant),
        turn: begins(source.variant),
      }
    case 'text': {
      const { variant, text } = source
      const { board, turn } = await api.checkPosition(variant, { text })
      return {
        at: { variant, position: text, moves: [] },
        board: board ?? null,
        turn: turn ?? begins(variant),
      }
    }
    case 'line': {
      const { variant, ply, position } = source
      const moves = source.moves.slice(0, ply)
      const line = await lab.line({ variant, position, moves })
      const last = line.moves.at(-1)
      return {
        at: { variant, position, moves },
        board: boardAfter(line.board, line.moves),
        turn: last ? otherSide(last.side) : line.turn,
      }
    }
    case 'game': {
      const game = await api.game(source.id)
      const ply = Math.min(game.moves.length, source.ply ?? game.moves.length)
      const moves = game.moves.slice(0, ply).map((move) => move.text)
      const { variant, rules, start } = game
      return {
        at: { variant, rules, position: start, moves },
        board: boardAt(game, ply),
        turn: game.moves[ply]?.side ?? game.turn,
      }
    }
    case 'study': {
      const study = await json<Study>(`/api/studies/${encodeURIComponent(source.id)}`)
      const played = movesOn(pathTo(treeOf(study.nodes), source.node))
      const { variant, rules, start } = study
      const moves = played.map((move) => move.text)
      const last = played.at(-1)
      return {
        at: { variant, rules, position: start, moves },
        board: boardAfter(study.board, played),
        turn: last ? otherSide(last.side) : study.turn,
      }
    }
  }
}
