// What the machine and the databases know, as signs on the board.

import type { Sign } from './Overlay.svelte'
import type { Side } from '../types'
import { knownOf, marksOf } from './known'
import { betterLine, refutation, reviewedAt } from './reviewed'
import type { Retry } from './retry.svelte'
import { expected, percent, shownScore } from './score'
import type { StudySession } from './session.svelte'
import type { Analysis, MoveValues } from './types'

const KINDS = ['line', 'second', 'third'] as const

/** The first moves of the lines, the better ones stronger; points where moves put a new piece. */
function ofLines(result: Analysis, kind: Sign['kind']): Sign[] {
  const first = result.lines[0]
  const mover = first?.moves[0]?.side
  if (!first || !mover) return []
  const chance = (chances: readonly number[]) =>
    mover === 'first' ? expected(chances) : 1 - expected(chances)
  const best = chance(first.chances)
  return result.lines.flatMap((line, i) => {
    const move = line.moves[0]
    if (!move?.to) return []
    const weight = Math.max(0.15, 1 - 5 * (best - chance(line.chances)) - 0.12 * i)
    return [
      {
        key: `${result.engine} ${move.text}`,
        from: move.from ?? null,
        to: move.to,
        weight,
        text: move.from ? '' : shownScore(line, 'chance').replace(/\s*%$/, ''),
        kind,
      },
    ]
  })
}

/** How many points of a heat map have their number on them. */
const NUMBERED = 8

/** What each point is worth to the side to move: the better, the larger and the stronger. */
function heatOf({ values }: MoveValues, turn: Side): Sign[] {
  const worth = (chance: number) => (turn === 'first' ? chance : 1 - chance)
  const sorted = [...values].sort((a, b) => worth(b.chance) - worth(a.chance))
  const [best, last] = [sorted[0], sorted.at(-1)]
  if (!best || !last) return []
  // Where all are equal none stands out.
  const spread = Math.max(0.05, worth(best.chance) - worth(last.chance))
  return sorted.map((value, i) => ({
    key: `heat ${value.to}`,
    from: null,
    to: value.to,
    weight: Math.max(0, 1 - (worth(best.chance) - worth(value.chance)) / spread),
    text: i < NUMBERED ? `${percent(value.chance)}` : '',
    kind: 'heat',
  }))
}

type Drawn = { readonly text: string; readonly from?: string | null; readonly to?: string }

/** One move as an arrow or a point. A move without a square, such as a pass, has none. */
const signOf = (kind: Sign['kind'], move: Drawn | null | undefined): Sign[] =>
  move?.to
    ? [
        {
          key: `${kind} ${move.text}`,
          from: move.from ?? null,
          to: move.to,
          weight: 1,
          text: '',
          kind,
        },
      ]
    : []

/** The shown move of a line beside the study; the first one before it is shown. */
const ofAside = ({ aside }: StudySession): Sign[] =>
  signOf('better', aside.last ?? aside.line?.moves[0])

/** The better move and the refutation of the shown move. */
function ofReview(session: StudySession): Sign[] {
  const move = reviewedAt(session)
  const better = move && betterLine(session.tree, move)
  if (!move || !better) return []
  return [
    ...signOf('refutes', refutation(session.board, move)),
    ...signOf('better', better.moves[0]),
  ]
}

/** While one tries again: the move of the game, the tried one, or the line that was found. */
export function retrySigns(retry: Retry): Sign[] {
  const { session, stage } = retry
  if (stage === 'finished') return []
  const { last } = session.aside
  if (stage === 'right' || stage === 'shown') return ofAside(session)
  if (last) return signOf('line', last)
  if (session.at !== retry.node) return []
  const played = retry.mistake && session.tree.get(retry.mistake.node)?.played
  return [...signOf('refutes', played), ...signOf('line', retry.tried)]
}

/** All signs of the shown position. */
export function signsOf(session: StudySession): Sign[] {
  if (session.aside.line) return ofAside(session)
  return [...ofMachine(session), ...ofReview(session)]
}

/** What the machine and the databases know of the shown node. */
function ofMachine(session: StudySession): Sign[] {
  const { analyses, position } = session
  const signs: Sign[] = []
  const { values } = analyses
  const isHeat = analyses.on && analyses.choices.heat && values?.node === session.at
  if (isHeat) signs.push(...heatOf(values, session.turn))
  const { engines } = analyses
  const { arrows } = analyses.choices
  if (analyses.on && arrows) {
    engines.forEach((engine, i) => {
      const result = analyses.results[engine]
      if (!result || result.node !== session.at) return
      // A heat map has the points of the lines already.
      if (isHeat && !result.lines[0]?.moves[0]?.from) return
      signs.push(...ofLines(result, analyses.threat ? 'threat' : (KINDS[i] ?? 'line')))
    })
  }
  if (analyses.on && position?.node === session.at) {
    for (const [to, { text, value }] of marksOf(knownOf(position))) {
      const kind = value === 'win' || value === 'loss' ? value : 'draw'
      signs.push({ key: `known ${to}`, from: null, to, weight: 0.8, text, kind })
    }
  }
  return signs
}
