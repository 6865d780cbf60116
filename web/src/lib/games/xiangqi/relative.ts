// Moves and points as WXF and Chinese notation name them: by files counted from each side's own right,
// without letters. The server writes the moves of a game; this is for what it has not written.

import type { Board, BoardMove, Piece } from '../../types'
import { character, kindOfKey } from './pieces'

const FILES = 9
const chinese = '一二三四五六七八九'
const wide = '１２３４５６７８９'

/** A file as `side` counts it. */
export const fileOf = (side: Piece['side'], file: number) =>
  side === 'first' ? FILES - file : file + 1

/** The pieces of the same kind and side on the file of `piece`, the front one first. */
function column(pieces: readonly Piece[], piece: Piece): Piece[] {
  const ahead = piece.side === 'first' ? 1 : -1
  return pieces
    .filter((p) => p.side === piece.side && p.kind === piece.kind && p.file === piece.file)
    .sort((a, b) => ahead * (b.rank - a.rank))
}

/** The place of a piece: its file, and whether it is the front or the rear one of two there. */
export function placeOf(pieces: readonly Piece[], piece: Piece) {
  const [front, rear, more] = column(pieces, piece)
  const one = !rear || more ? '' : piece.at === front!.at ? 'front' : 'rear'
  return { file: fileOf(piece.side, piece.file), one: one as '' | 'front' | 'rear' }
}

/** A move in WXF or Chinese notation; `null` in another one, and among pawns that need numbers. */
export function relativeMove(
  board: Pick<Board, 'pieces' | 'names' | 'files'>,
  move: BoardMove,
  notation: string,
): string | null {
  const piece = board.pieces.find((p) => p.at === move.from)
  const to = board.names?.indexOf(move.to) ?? -1
  if (!piece || to < 0 || !/^(wxf|chinese)/.test(notation)) return null
  const [toFile, toRank] = [to % board.files, Math.floor(to / board.files)]
  const { file, one } = placeOf(board.pieces, piece)
  const kin = board.pieces.filter((p) => p.side === piece.side && p.kind === piece.kind)
  const crowded = kin.filter((p) => column(kin, p).length > 1)
  if (piece.kind === 'pawn' && crowded.length > 2) return null
  // Two of these on one file cannot make the same move, so the file tells which one moves.
  const twin = piece.kind === 'advisor' || piece.kind === 'elephant' ? '' : one
  const steps = (toRank - piece.rank) * (piece.side === 'first' ? 1 : -1)
  const straight = toFile === piece.file
  const number = straight ? Math.abs(steps) : fileOf(piece.side, toFile)
  if (notation === 'wxf') {
    const letter = Object.entries(kindOfKey).find(([, kind]) => kind === piece.kind)?.[0] ?? ''
    const where = twin === 'front' ? '+' : twin === 'rear' ? '-' : file
    return `${letter.toUpperCase()}${where}${steps > 0 ? '+' : steps < 0 ? '-' : '='}${number}`
  }
  const simplified = notation === 'chinese-simplified'
  const name = character(simplified ? 'simplified' : 'traditional', piece.side, piece.kind) ?? ''
  const numeral = (n: number) => (piece.side === 'first' ? chinese : wide)[n - 1]!
  const rear = simplified ? '后' : '後'
  const who = twin ? `${twin === 'front' ? '前' : rear}${name}` : `${name}${numeral(file)}`
  const way = steps > 0 ? (simplified ? '进' : '進') : steps < 0 ? '退' : '平'
  return `${who}${way}${numeral(number)}`
}
