// What the lessons set up to try. The position of a lesson about techniques of a game is the start of the
// chosen variant, so that this file names no game.

import type { SetUp } from './address'

type Attempt = (variant: string) => Partial<SetUp>

/** In the order of the texts. */
export const attempts: readonly Attempt[] = [
  () => ({ source: { kind: 'textbook', id: 'norvig' }, techniques: ['minimax'], go: true }),
  () => ({
    source: { kind: 'textbook', id: 'norvig' },
    techniques: ['alpha-beta', 'minimax'],
    go: true,
  }),
  (variant) => ({
    source: { kind: 'start', variant },
    depth: 3,
    techniques: ['alpha-beta', 'history-only'],
    go: true,
  }),
  (variant) => ({
    source: { kind: 'start', variant },
    depth: 3,
    techniques: ['alpha-beta', 'alpha-beta-quiescence'],
    go: true,
  }),
  (variant) => ({
    source: { kind: 'start', variant },
    depth: 4,
    techniques: ['table'],
    go: true,
  }),
  (variant) => ({
    source: { kind: 'start', variant },
    depth: 5,
    techniques: ['null-move'],
    go: true,
  }),
]

/** Whether a lesson is tried on the board of a game. */
export const ofGame = (lesson: number): boolean => lesson >= 2
