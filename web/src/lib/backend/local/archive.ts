// The archive of this browser: what is kept of each game to find it again, and the searches.

import { answerOf, put, valueOf } from './ask'
import { base, written } from './base'
import { matches, ordered, type ArchiveQuery, type Kept, type Row } from './filters'
import { summary } from './lists'
import type { Answer } from './messages'
import type { Modules } from './modules'
import { ok, refused, type Route } from './routes'
import type { GameRow, Store } from './store'
import type { StudyStore } from './study-store'

/** So many games that have changed a search works out at least, and then for so long, in ms; the next one goes on. */
const WAITED_FOR = 32
const CATCH_UP = 3_000
/** Games whose boards are looked through with one question. */
const AT_ONCE = 200
/** Moves that are told of a position. */
const NEXT_MOVES = 60
/** The most characters of a tag, and games of one request. */
const LONGEST_TAG = 40
const MOST_GAMES = 500

/** What is kept of a game, and the version that it had. */
export interface KeptRow extends Kept {
  readonly id: string
  readonly version: number
}

export interface TagRow {
  readonly id: string
  readonly tags: string[]
}

interface Side {
  readonly kind: string
}

const wholeTag = (tag: string) => tag.split(/\s+/).filter(Boolean).join(' ')

export class Archive {
  constructor(
    readonly modules: Modules,
    readonly games: Store,
    readonly studies: StudyStore,
    /** The mistakes that the review of a study found; null: there is no finished one. */
    readonly mistakes: (study: string, variant: string) => Promise<[number, number] | null>,
    readonly listed: () => void,
  ) {}

  readonly routes: Route[] = [
    ['POST', /^\/api\/archive$/, ({ body }) => this.#search((body ?? {}) as ArchiveQuery)],
    ['POST', /^\/api\/archive\/moves$/, ({ body }) => this.#moves(body as ArchiveQuery)],
    ['GET', /^\/api\/archive\/tags$/, () => this.#tags()],
    [
      'POST',
      /^\/api\/archive\/tags$/,
      ({ body }) => this.#tag(body as { games: string[]; add?: string[]; remove?: string[] }),
    ],
  ]

  /** What is kept of all games; works out what has changed, and says how many are left. */
  async #known(): Promise<{ rows: Row[]; pending: number }> {
    const [games, table] = [await this.games.games(), await base()]
    const [kept, tags] = [await table.getAll('facts'), await table.getAll('tags')]
    const facts = new Map(kept.map((row) => [row.id, row]))
    const tagsOf = new Map(tags.map((row) => [row.id, row.tags]))
    const until = performance.now() + CATCH_UP
    let [pending, worked] = [0, 0]
    const rows: Row[] = []
    const gone = new Set(facts.keys())
    for (const game of games) {
      gone.delete(game.id)
      let known = facts.get(game.id)
      if (known?.version !== game.head.version) {
        if (worked++ < WAITED_FOR || performance.now() < until)
          known = (await this.#work(game)) ?? known
        else pending++
      }
      const mistakes = await this.#reviewed(game)
      rows.push({ game, kept: known ?? null, tags: tagsOf.get(game.id) ?? [], mistakes })
    }
    await this.#forget([...gone])
    return { rows, pending }
  }

  /** What is kept of games that were deleted goes. */
  async #forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const change = await written(['facts', 'tags'])
    for (const id of ids) {
      void change.objectStore('facts').delete(id)
      void change.objectStore('tags').delete(id)
    }
    await change.done
  }

  /** Works out what is kept of a game; null: it cannot be read. */
  async #work({ id }: GameRow): Promise<KeptRow | null> {
    const game = await this.games.game(id)
    if (!game) return null
    const module = await this.modules.whole(game.setup.variant)
    const answer = put(module, { ask: 'archive', of: { what: 'facts', game } })
    const { version } = game
    const nothing = { line: [], opening: [], keys: [], track: '', person: null, winner: null }
    const found = answer.problem ? nothing : (answer.value as Kept)
    const row: KeptRow = { ...found, id, version }
    const change = await written(['facts'])
    void change.objectStore('facts').put(row)
    await change.done
    return row
  }

  async #reviewed({ id, head }: GameRow): Promise<[number, number] | null> {
    const study = await this.studies.ofGame(id)
    return study ? this.mistakes(study, head.setup.variant) : null
  }

  async #familyOf(): Promise<(variant: string) => string> {
    const { variants } = await this.modules.index()
    const families = new Map(variants.map(({ id, family }) => [id, family]))
    return (variant) =>
      families.get(variant) ??
      variants.filter(({ id }) => variant.startsWith(id)).at(-1)?.family ??
      ''
  }

  /** The games that a query finds, and where what it looks for stood in each. */
  async #found(query: ArchiveQuery) {
    const { rows, pending } = await this.#known()
    const familyOf = await this.#familyOf()
    const plies = new Map<string, number>()
    let found = rows.filter((row) => matches(row, query, familyOf))
    if (query.position) {
      const { position } = query
      const module = await this.modules.whole(position.variant)
      const key = valueOf<string>(put(module, { ask: 'archive', of: { what: 'key', position } }))
      const family = familyOf(position.variant)
      found = found.filter(({ game, kept }) => {
        if (familyOf(game.head.setup.variant) !== family) return false
        const ply = kept?.keys.find(([own]) => own === key)?.[1]
        if (ply !== undefined) plies.set(game.id, ply)
        return ply !== undefined
      })
    }
    if (query.pattern) found = await this.#fitting(query.pattern, found, plies, familyOf)
    return { found: ordered(found, query), pending, plies }
  }

  async #fitting(
    pattern: { variant: string },
    rows: readonly Row[],
    plies: Map<string, number>,
    familyOf: (variant: string) => string,
  ): Promise<Row[]> {
    const module = await this.modules.whole(pattern.variant)
    const family = familyOf(pattern.variant)
    const own = rows.filter(
      ({ game, kept }) => kept?.track && familyOf(game.head.setup.variant) === family,
    )
    const found: Row[] = []
    for (let at = 0; at < own.length; at += AT_ONCE) {
      const some = own.slice(at, at + AT_ONCE)
      const tracks = some.map(({ kept }) => kept!.track)
      const of = { what: 'find', pattern, tracks }
      const fits = valueOf<(number | null)[]>(put(module, { ask: 'archive', of }))
      some.forEach((row, i) => {
        const ply = fits[i]
        if (ply === null || ply === undefined) return
        plies.set(row.game.id, ply)
        found.push(row)
      })
    }
    return found
  }

  async #search(query: ArchiveQuery): Promise<Answer> {
    const { offset = 0, limit = 50 } = query
    const { found, pending, plies } = await this.#found(query)
    const games = found.slice(offset, offset + limit).map(({ game, kept, tags, mistakes }) => ({
      game: summary(game),
      tags,
      opening: kept?.opening ?? [],
      ...(kept?.opening_name ? { opening_name: kept.opening_name } : {}),
      ...(mistakes ? { mistakes } : {}),
      ...(plies.has(game.id) ? { ply: plies.get(game.id) } : {}),
    }))
    const next = offset + limit < found.length ? { next: offset + limit } : {}
    return ok({ games, total: found.length, looked_through: found.length, pending, ...next })
  }

  /** The moves with which the games of a search went on after its opening. */
  async #moves(query: ArchiveQuery): Promise<Answer> {
    const { variant, opening = [] } = query
    if (!variant) {
      const message = 'variant: the moves of an opening are those of one variant'
      return refused(400, 'bad-parameter', message)
    }
    const { found } = await this.#found(query)
    const counted = counts(found, ({ kept }) => kept?.line[opening.length])
    const of = { what: 'next', variant, opening, counted }
    return answerOf(put(await this.modules.whole(variant), { ask: 'archive', of }))
  }

  /** The moves that were played in a position, in games of this browser. */
  async played(variant: string, key: string): Promise<unknown[]> {
    const { rows } = await this.#known()
    const own = rows.filter(({ game }) => game.head.setup.variant === variant)
    return counts(own, ({ kept }) => {
      const ply = kept?.keys.find(([known]) => known === key)?.[1]
      return ply === undefined ? undefined : kept?.line[ply]
    })
  }

  async #tags(): Promise<Answer> {
    const numbers = new Map<string, number>()
    for (const { tags } of await (await base()).getAll('tags')) {
      for (const tag of tags) numbers.set(tag, (numbers.get(tag) ?? 0) + 1)
    }
    const all = [...numbers].map(([tag, games]) => ({ tag, games }))
    return ok(all.sort((one, other) => one.tag.localeCompare(other.tag)))
  }

  /** Gives many games a tag. */
  tag = (games: readonly string[], tag: string): Promise<void> => this.#change(games, [tag], [])

  async #tag(asked: { games: string[]; add?: string[]; remove?: string[] }): Promise<Answer> {
    const { games, add = [], remove = [] } = asked
    const bad = (message: string) => refused(400, 'bad-parameter', message)
    if (games.length === 0 || games.length > MOST_GAMES) {
      return bad(`games: expected 1 to ${MOST_GAMES} ids`)
    }
    const tags = add.map(wholeTag)
    if (tags.some((tag) => !tag || [...tag].length > LONGEST_TAG)) {
      return bad(`add: expected 1 to ${LONGEST_TAG} characters`)
    }
    await this.#change(games, tags, remove)
    this.listed()
    return { status: 204 }
  }

  async #change(
    games: readonly string[],
    add: readonly string[],
    remove: readonly string[],
  ): Promise<void> {
    const change = await written(['games', 'tags'])
    for (const id of games) {
      // Games that are gone are passed over.
      if ((await change.objectStore('games').getKey(id)) === undefined) continue
      const known = (await change.objectStore('tags').get(id))?.tags ?? []
      const tags = [...new Set([...known, ...add])].filter((tag) => !remove.includes(tag)).sort()
      void change.objectStore('tags').put({ id, tags })
    }
    await change.done
  }
}

/** Moves, in how many games, and how these ended, the most frequent first. */
function counts(rows: readonly Row[], moveOf: (row: Row) => string | undefined) {
  const found = new Map<string, [number, [number, number, number]]>()
  for (const row of rows) {
    const move = moveOf(row)
    if (!move) continue
    const [games, results] = found.get(move) ?? [0, [0, 0, 0]]
    const end = row.game.summary.end as { winner?: Side | string; outcome?: string } | null
    const at = end?.winner === 'first' ? 0 : end?.winner === 'second' ? 1 : 2
    if (at < 2 || end?.outcome === '1/2') results[at]!++
    found.set(move, [games + 1, results])
  }
  const all = [...found].map(([move, [games, results]]) => [move, games, results] as const)
  all.sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  return all.slice(0, NEXT_MOVES)
}
