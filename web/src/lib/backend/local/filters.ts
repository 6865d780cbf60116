// Which games a query of the archive finds, and their order: the same as the store of a server has it in SQL.

import type { GameRow } from './store'

/** What is kept of a game, as `local_hall::ArchivedFacts` has it. */
export interface Kept {
  readonly line: readonly string[]
  readonly opening: readonly unknown[]
  readonly opening_name?: string | null
  /** The winner and the loser. */
  readonly winner: readonly { name?: string }[] | null
  readonly person: number | null
  readonly keys: readonly [key: string, ply: number][]
  readonly track: string
}

export interface Row {
  readonly game: GameRow
  readonly kept: Kept | null
  readonly tags: readonly string[]
  /** Of both sides, if the game was reviewed. */
  readonly mistakes: readonly [number, number] | null
}

/** `wire::ArchiveQuery`. */
export interface ArchiveQuery {
  readonly state?: string
  readonly family?: string
  readonly variant?: string
  readonly player?: string
  readonly ended_as?: string
  readonly from?: string
  readonly to?: string
  readonly least_plies?: number
  readonly most_plies?: number
  readonly least_mistakes?: number
  readonly most_mistakes?: number
  readonly opening?: readonly string[]
  readonly tag?: string
  readonly position?: { variant: string; text: string }
  readonly pattern?: { variant: string }
  readonly order?: string
  readonly ascending?: boolean
  readonly offset?: number
  readonly limit?: number
}

const between = (value: number, least: number | undefined, most: number | undefined) =>
  (least === undefined || value >= least) && (most === undefined || value <= most)

const outcomeOf = ({ summary }: GameRow) =>
  summary.end as { winner?: string; outcome?: string } | null

function endedAs({ game, kept }: Row, wanted: string, player: string): boolean {
  const end = outcomeOf(game)
  const isNamed = (at: number) => !!kept?.winner?.[at]?.name?.toLowerCase().includes(player)
  switch (wanted) {
    case 'first':
    case 'second':
      return end?.winner === wanted
    case 'draw':
      return end?.outcome === '1/2'
    case 'won':
      return player ? isNamed(0) : kept?.person === 1
    case 'lost':
      return player ? isNamed(1) : kept?.person === -1
    default:
      return false
  }
}

/** Whether a query finds the game, but for positions and patterns. */
export function matches(
  row: Row,
  query: ArchiveQuery,
  familyOf: (variant: string) => string,
): boolean {
  const { game, kept, tags, mistakes } = row
  const { head, summary } = game
  const { variant } = head.setup
  const player = query.player?.trim().toLowerCase() ?? ''
  if (query.state === 'playing' && summary.end) return false
  if (query.state === 'over' && !summary.end) return false
  if (query.variant && query.variant !== variant) return false
  if (query.family && query.family !== familyOf(variant)) return false
  if (player && !summary.players.some(({ name }) => name?.toLowerCase().includes(player))) {
    return false
  }
  if (query.ended_as && !endedAs(row, query.ended_as, player)) return false
  if (query.from && head.created_at < Date.parse(query.from)) return false
  if (query.to && head.created_at >= Date.parse(query.to)) return false
  if (!between(summary.plies, query.least_plies, query.most_plies)) return false
  const { least_mistakes: least, most_mistakes: most } = query
  if (least !== undefined || most !== undefined) {
    if (!mistakes || !between(mistakes[0] + mistakes[1], least, most)) return false
  }
  const opening = query.opening ?? []
  if (opening.some((move, i) => kept?.line[i] !== move)) return false
  return !query.tag || tags.includes(query.tag)
}

type Value = number | string

/** What an order compares. */
function valueOf({ game, kept, mistakes }: Row, order: string): Value | null {
  switch (order) {
    case 'began':
      return game.head.created_at
    case 'length':
      return game.summary.plies
    case 'mistakes':
      return mistakes ? mistakes[0] + mistakes[1] : null
    case 'player':
      return game.summary.players[1]?.name || game.summary.players[0]?.name || null
    case 'result':
      return outcomeOf(game)?.winner ?? outcomeOf(game)?.outcome ?? null
    case 'opening':
      return kept?.line.length ? kept.line.join(' ') : null
    default:
      return game.updated_at
  }
}

/** The greatest first, or the smallest with `ascending`; what has no value is last. */
export function ordered(rows: readonly Row[], query: ArchiveQuery): Row[] {
  const { order = 'changed', ascending = false } = query
  const sign = ascending ? 1 : -1
  const values = new Map(rows.map((row) => [row, valueOf(row, order)]))
  return [...rows].sort((one, other) => {
    const [a, b] = [values.get(one) ?? null, values.get(other) ?? null]
    if (a === b) return (one.game.updated_at - other.game.updated_at) * sign
    if (a === null || b === null) return a === null ? 1 : -1
    return (a < b ? -1 : 1) * sign
  })
}
