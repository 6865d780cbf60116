// Events in a game of Xiangqi as sentences.

import { squarePlace } from '../../board/squares'
import { timeText } from '../../play/say'
import type { Messages } from '../../i18n/en'
import type { Board, End, MovePlayed, Piece, Side } from '../../types'
import type { GameSpeech } from '../interface'
import type { MoveWords } from './en'
import { fileOf, placeOf, relativeMove } from './relative'
import { wordsIn } from './words'

function moveWords(m: Messages, move: MovePlayed, notation = ''): MoveWords {
  const w = wordsIn(m)
  const other = move.side === 'first' ? 'second' : 'first'
  return {
    side: w.sides[move.side],
    piece: w.kind(move.side, move.piece),
    from: move.from ?? '',
    to: move.to,
    // On a board with numbers for each side, a letter would name no point.
    written: byLetters(notation) ? '' : (move.notations[notation] ?? move.text),
    captured: move.captured.map((kind) => w.kind(other, kind)).join(m.say.and),
    check: move.check,
    time: timeText(m, move),
  }
}

/** Whether a notation names points by letter and number. */
export const byLetters = (notation: string) => !/^(chinese|wxf)/.test(notation)

/** The chases and threats of mate in a verdict, with the pieces on the squares. */
function evidence(m: Messages, end: End, pieces: readonly Piece[], notation = ''): string {
  const w = wordsIn(m)
  const name = (at: string) => {
    const piece = pieces.find((p) => p.at === at)
    if (!piece) return at
    const kind = w.kind(piece.side, piece.kind)
    if (byLetters(notation)) return w.pieceOn(kind, at)
    const { file, one } = placeOf(pieces, piece)
    return w.pieceOnFile(kind, piece.side, file, one)
  }
  const chases = (end.proof?.chases ?? []).map(({ victim, chasers }) =>
    w.chased(name(victim), chasers.map(name).join(m.say.and)),
  )
  const mates = [...new Set((end.proof?.mates ?? []).flatMap((mate) => mate.slice(0, 1).map(name)))]
  const threats = mates.length > 0 ? [w.threatened(mates.join(m.say.and))] : []
  return [...chases, ...threats].join(m.code === 'en' ? '; ' : '；')
}

/** The file of a point as its piece's side counts it, where a notation has no letters. */
function where(m: Messages, board: Board, at: string, notation: string, side: Side): string {
  const place = squarePlace(board, at)
  if (byLetters(notation) || !place) return ''
  const counts = board.pieces.find((p) => p.at === at)?.side ?? side
  return wordsIn(m).onFile(counts, fileOf(counts, place.file))
}

export const say: GameSpeech = {
  where,
  moved: (m, _game, move, notation) => wordsIn(m).moved(moveWords(m, move, notation)),
  // A screen reader names each point of the board by letter and number: both are said.
  spoken: (m, _game, move, notation) => wordsIn(m).spoken(moveWords(m, move, notation)),
  pending: (game, move, notation) => relativeMove(game.board, move, notation),
  evidence,
}
