// How tournaments are put in words and numbers.

import type { RoundCell, Side, Standing, TournamentSystem } from '../types'
import type { TournamentWords } from './words'

/** Points in halves, as `2½`. */
export function halves(n: number): string {
  const whole = Math.floor(n / 2)
  return n % 2 === 0 ? `${whole}` : `${whole || ''}½`
}

/** Points in quarters, as `2.25`. */
export const quarters = (n: number): string => (n % 2 === 0 ? halves(n / 2) : (n / 4).toFixed(2))

/** The columns of the tie-breaks in their order. */
export const tieBreaks = (system: TournamentSystem) =>
  system.kind === 'swiss'
    ? (['buchholz', 'sonneborn_berger', 'direct_encounter', 'wins'] as const)
    : (['direct_encounter', 'sonneborn_berger', 'wins'] as const)

export type TieBreak = ReturnType<typeof tieBreaks>[number]

/** The number of a tie-break; empty where it says nothing. */
export function tieBreak(line: Standing, by: TieBreak): string {
  switch (by) {
    case 'buchholz':
      return halves(line.buchholz)
    case 'sonneborn_berger':
      return quarters(line.sonneborn_berger)
    case 'direct_encounter':
      return typeof line.direct_encounter === 'number' ? halves(line.direct_encounter) : ''
    case 'wins':
      return `${line.wins}`
  }
}

/** The name of a system. */
export const systemName = (w: TournamentWords, system: TournamentSystem): string =>
  system.kind === 'swiss' ? w.swissOf(system.rounds) : system.double ? w.double : w.single

/**
 * A round as the standings show it: the opponent's number, the first letter of the own side, which has this name, and the points, as in
 * `5w½`.
 */
export function mark(
  w: TournamentWords,
  sides: Readonly<Record<Side, string>>,
  cell: RoundCell,
): string {
  if (cell.kind === 'bye') return w.cell.bye
  if (cell.kind === 'absent') return cell.points ? halves(cell.points) : '–'
  const points = typeof cell.points === 'number' ? halves(cell.points) : '·'
  return `${cell.opponent ?? ''}${sides[cell.side ?? 'first'].charAt(0).toLowerCase()}${points}`
}
