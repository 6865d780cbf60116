// What the machine and the databases know, as signs on the board.

import type { Sign } from './Overlay.svelte'
import { expected, shownScore } from './score'
import type { StudySession } from './session.svelte'
import type { Analysis } from './types'

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

/** All signs of the shown node. */
export function signsOf(session: StudySession): Sign[] {
  const { analyses, position } = session
  const signs: Sign[] = []
  const { engines, arrows } = analyses.choices
  if (analyses.on && arrows) {
    engines.forEach((engine, i) => {
      const result = analyses.results[engine]
      if (!result || result.node !== session.at) return
      signs.push(...ofLines(result, analyses.threat ? 'threat' : (KINDS[i] ?? 'line')))
    })
  }
  if (analyses.on && position?.node === session.at) {
    for (const known of position.known ?? []) {
      const kind = known.value === 'win' || known.value === 'loss' ? known.value : 'draw'
      signs.push({
        key: `known ${known.text}`,
        from: null,
        to: known.to,
        weight: 0.8,
        text: { win: '+', loss: '−', draw: '=' }[kind],
        kind,
      })
    }
  }
  return signs
}
