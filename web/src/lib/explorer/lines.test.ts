import { expect, test } from 'vitest'
import { afterDrill, dueOf, readLines, withLine } from './lines.svelte'

const line = {
  variant: 'game',
  start: '',
  moves: ['a1', 'b2', 'c3'],
  side: 'first' as const,
  name: '',
}
const now = new Date('2030-01-01T12:00:00Z')
const days = (n: number) => new Date(now.getTime() + n * 86_400_000)

test('a line is kept once for each side and asked at once', () => {
  const once = withLine(withLine([], line, now), line, now)
  expect(once).toHaveLength(1)
  expect(dueOf(once, now)).toEqual(once)
  expect(withLine(once, { ...line, side: 'second' }, now)).toHaveLength(2)
})

test('what was known comes back later and later, what was not comes back soon', () => {
  let [kept] = withLine([], line, now)
  const gaps: number[] = []
  let at = now
  for (let time = 0; time < 5; time++) {
    kept = afterDrill(kept!, true, at)
    const due = new Date(kept.repetition.due)
    gaps.push(due.getTime() - at.getTime())
    expect(dueOf([kept], at)).toEqual([])
    at = due
  }
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b))
  expect(gaps.at(-1)! / 86_400_000).toBeGreaterThan(7)
  const missed = afterDrill(kept!, false, at)
  expect(dueOf([missed], new Date(at.getTime() + 86_400_000))).toEqual([missed])
})

test('what is stored is read, and what is invalid is left out', () => {
  const kept = withLine([], line, now)
  expect(readLines(JSON.stringify(kept))).toEqual(kept)
  expect(readLines(JSON.stringify([{ ...kept[0], side: 'third' }, 7, kept[0]]))).toEqual(kept)
  expect(readLines('{')).toEqual([])
  expect(dueOf(kept, days(-1))).toEqual([])
})
