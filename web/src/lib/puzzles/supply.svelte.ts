// Where puzzles come from: those of one game, or those of a variant, shipped and out of the hall's games.

import { puzzles } from './api'
import { chooseNow, sums, type Candidate } from './choose'
import { progress } from './progress.svelte'
import { solved } from './solved.svelte'
import type { PuzzleList, ShippedPuzzles } from './types'

/** Whose puzzles are wanted. */
export type Source = 'all' | 'shipped' | 'games'
/** How difficult they are to be, beside the rating of the person. */
export type Difficulty = 'easier' | 'fitting' | 'harder'

const SHIFT: Readonly<Record<Difficulty, number>> = { easier: -300, fitting: 0, harder: 300 }
const KEY = 'yiqi.puzzle-variant'
/** How many ids are asked for at a time. */
const PAGE = 200

function remembered(): string {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export class Supply {
  variant = $state('')
  theme = $state('')
  source = $state<Source>('all')
  difficulty = $state<Difficulty>('fitting')
  /** How many there are, as far as it was asked. */
  shipped = $state.raw<ShippedPuzzles | null>(null)
  own = $state.raw<PuzzleList | null>(null)
  /** The themes of the variant, and how many puzzles are about each. */
  themes = $state.raw<readonly (readonly [string, number])[]>([])
  /** Solved puzzles are shown too. */
  repeats = false
  /** The puzzles that were shown in this visit. */
  seen: readonly string[] = []
  /** The shipped puzzles of the variant, and which variant that is. */
  #all: { variant: string; puzzles: ShippedPuzzles['puzzles'] } | null = null

  /** `game`: only the puzzles of this game; '': of all. */
  constructor(readonly game: string) {}

  /** The variants that have puzzles, with how many. */
  get variants(): { variant: string; count: number }[] {
    const all = [...(this.shipped?.variants ?? []), ...(this.own?.variants ?? [])]
    const counts = sums(all.map((one) => [one.variant, one.count] as const))
    return counts.map(([variant, count]) => ({ variant, count }))
  }

  /** How many puzzles there are of what is wanted, whatever their theme. */
  get count(): number {
    if (this.game) return (this.own?.variants ?? []).reduce((n, one) => n + one.count, 0)
    return this.variants.find((one) => one.variant === this.variant)?.count ?? 0
  }

  /** How many of the variant are out of games of the hall. */
  get ofGames(): number {
    return this.own?.variants.find((one) => one.variant === this.variant)?.count ?? 0
  }

  /** Asks what there is, and chooses a variant if none is. `order`: the variants, the usual one first. */
  async begin(order: readonly string[]) {
    if (this.game) {
      this.own = await puzzles.list({ game: this.game }, PAGE)
      return
    }
    const [shipped, own] = await Promise.all([puzzles.shipped(''), puzzles.list({}, 1)])
    this.shipped = shipped
    this.own = own
    if (this.variant) return
    const has = (variant: string) => this.variants.some((one) => one.variant === variant)
    const last = remembered()
    this.variant = has(last) ? last : (order.find(has) ?? this.variants[0]?.variant ?? '')
  }

  choose(variant: string) {
    this.variant = variant
    this.theme = ''
    this.source = 'all'
    this.seen = []
    try {
      globalThis.localStorage?.setItem(KEY, variant)
    } catch {
      // It is chosen while the page is open.
    }
  }

  /** The shipped puzzles of the variant. */
  async #shipped() {
    const { variant } = this
    if (this.#all?.variant !== variant) {
      const shipped = await puzzles.shipped(variant)
      this.#all = { variant, puzzles: shipped.puzzles }
      const all = shipped.puzzles.flatMap((one) => one.themes)
      this.themes = sums(all.map((theme) => [theme, 1] as const)).sort((a, b) => b[1] - a[1])
    }
    return this.#all.puzzles
  }

  /** The ids of the puzzles out of games. */
  async #ofGames(): Promise<string[]> {
    const wanted = this.game ? { game: this.game } : { variant: this.variant }
    const ids: string[] = []
    let after: string | undefined
    do {
      const found = await puzzles.list(wanted, PAGE, after)
      ids.push(...found.ids)
      after = found.next ?? undefined
    } while (after)
    return ids
  }

  async #candidates(): Promise<Candidate[]> {
    const games = this.game || (this.source !== 'shipped' && !this.theme && this.ofGames > 0)
    const own: Candidate[] = games ? (await this.#ofGames()).map((id) => ({ id })) : []
    if (this.game) return own
    const shipped = await this.#shipped()
    if (this.source === 'games') return own
    const { theme } = this
    return [...own, ...shipped.filter((one) => !theme || one.themes.includes(theme))]
  }

  /** The next puzzle; `null` where all that are wanted are solved. */
  async next(): Promise<string | null> {
    const all = await this.#candidates()
    const known = progress.of(this.variant)
    return chooseNow(all, {
      rating: known.rating.rating + SHIFT[this.difficulty],
      // The few puzzles of one game are gone through as they come.
      repetitions: this.game || this.repeats ? {} : known.repetitions,
      isSolved: (id) => !this.repeats && solved.has(id),
      seen: this.seen,
    })
  }
}
