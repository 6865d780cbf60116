import { describe, expect, it } from 'vitest'
import { keptLines } from './analysis.svelte'
import type { AnalysisLine } from './types'

const line = (bound: AnalysisLine['bound'], moves: number) =>
  ({ bound, moves: Array.from({ length: moves }, () => ({})) }) as unknown as AnalysisLine
const report = (node: number, ...lines: AnalysisLine[]) => ({ node, threat: false, lines })

describe('the lines of an analysis', () => {
  it('stay while a search has none yet, or only knows that the best move is worse than thought', () => {
    const before = report(1, line('exact', 9))
    expect(keptLines(before, report(1)).lines).toBe(before.lines)
    expect(keptLines(before, report(1, line('upper', 1))).lines).toBe(before.lines)
  })
  it('change with a better move, an exact line, another position and the threat', () => {
    const before = report(1, line('exact', 9))
    for (const now of [
      report(1, line('exact', 8)),
      report(1, line('lower', 2)),
      report(2, line('upper', 1)),
      { ...report(1, line('upper', 1)), threat: true },
    ])
      expect(keptLines(before, now).lines).toBe(now.lines)
  })
})
