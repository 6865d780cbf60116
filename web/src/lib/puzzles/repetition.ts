// When a puzzle that was not solved comes back, by FSRS.

import { createEmptyCard, fsrs, Rating, type Card, type CardInput } from 'ts-fsrs'

/** What is remembered of a puzzle that comes back: the card of FSRS with its times as text. */
export type Repetition = Omit<Card, 'due' | 'last_review'> & {
  readonly due: string
  readonly last_review?: string
}

/** A puzzle that was remembered for so many days does not come back any more. */
const LONG = 60

// Without chance: the same answers give the same days. It comes back in the same sitting, too.
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: true })

const kept = (card: Card): Repetition => ({
  ...card,
  due: card.due.toISOString(),
  last_review: card.last_review?.toISOString(),
})

/** It was not solved: it comes back soon. `before`: what was remembered of it. */
export function forgotten(before: Repetition | null, now: Date): Repetition {
  const card: CardInput | Card = before ?? createEmptyCard(now)
  return kept(scheduler.next(card, now, Rating.Again).card)
}

/** It came back and was solved: it comes back later, or not any more (`null`). */
export function recalled(before: Repetition, now: Date): Repetition | null {
  const { card } = scheduler.next(before, now, Rating.Good)
  return card.scheduled_days >= LONG ? null : kept(card)
}

/** Whether it is time. */
export const isDue = (of: Repetition, now: Date): boolean => Date.parse(of.due) <= now.getTime()
