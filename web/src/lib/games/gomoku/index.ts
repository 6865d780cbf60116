// The registration of gomoku, renju and related games.

import type { GamePage } from '../interface'
import demo from './demo.json'
import Defs from './Defs.svelte'
import { courses } from './exercises'
import { houseLines } from './house'
import { learn } from './learn'
import { question, sayAnswer } from './opening'
import { baseOf, hasPass, PASS, pointText, sized, sizeOf, split } from './points'
import { say } from './say'
import { scenery } from './scenery'
import Settings from './Settings.svelte'
import StoneBoard from './StoneBoard.svelte'
import { packs, wordsIn } from './words'

export const gomoku: GamePage = {
  id: 'gomoku',
  owns: (variant) => split(variant) !== null,
  known: ['gomoku', 'gomoku-standard', 'renju'],
  // Boards can have any size; the catalogue lists the common ones.
  implied(id, listed) {
    const base = split(id)?.base
    const same = listed.find((v) => v.id === base)
    return same && sized(same, id)
  },
  words: packs,
  look: {
    sets: [],
    pieceHref: (_style, { side }) => `#p-stone-${side}`,
    colours: { first: 'dark', second: 'light' },
    faces: false,
    labels: (notation) => (notation === 'gomocup' ? 'numbers' : 'letters'),
    coordinates: () => 'wide',
    boardClass: 'goban',
    scenery,
    keys: {},
    squareName: (_board, at, notation) => pointText(at, notation),
  },
  dropped: 'stone',
  say,
  openings: {
    asks(m, opening, isPerson) {
      const w = wordsIn(m)
      const who = w.sides[opening.decides]
      return isPerson ? `${who}${m.say.colon}${question(m, opening)}` : w.waits(who)
    },
    puts: (opening) => opening.stone ?? null,
    answered: sayAnswer,
  },
  files: {
    silent: ['psq', 'rec'],
  },
  customary: () => ({ notation: '', pieces: '' }),
  sample: {
    variant: 'gomoku',
    pieces: [
      ['first', 'stone', 'h8 h9 i8 j7 j8 i7'],
      ['second', 'stone', 'i9 h10 g8 k6 k8 i10'],
    ],
    marks: [{ at: 'i10', kind: 'last_to' }],
    moves: 'h8 i9 h9 h10 i8 g8 j7 k6 j8 k8 i7 i10'.split(' '),
  },
  pass(m, variant, rules) {
    const { pass: label, passAbout: about } = wordsIn(m)
    return hasPass(variant, rules) ? { text: PASS, label, about } : null
  },
  sameRules: (a, b) => baseOf(a) === baseOf(b),
  sameBoard: (a, b) => sizeOf(a) === sizeOf(b),
  rulesOf(m, game) {
    const w = wordsIn(m)
    if (baseOf(game.variant) === 'omok') return { name: w.house, lines: houseLines(m, game.rules) }
    return game.rules === 'official' ? { about: w.ruleAbout[baseOf(game.variant)] ?? '' } : null
  },
  demo,
  Defs,
  Board: StoneBoard,
  courses,
  Learn: () => learn.first(import('./Learn.svelte')),
  Settings,
  NewGame: () => import('./Choices.svelte'),
  Beside: () => import('./Beside.svelte'),
}
