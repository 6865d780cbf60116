// Files of games: read, written, and taken into the archive of this browser.

import { answerOf, put, valueOf, type ModuleAnswer } from './ask'
import { dateOf, newId } from './ids'
import type { Answer } from './messages'
import type { FamilyModule, Modules } from './modules'
import { ok, refused, variantIn, type Question, type Route } from './routes'
import type { Store, StoredGame, StoredSummary } from './store'
import type { Studies } from './studies'
import { zipped } from './zip'

/** Files that are remembered with the module that read them. */
const REMEMBERED = 16
/** The largest file, and the most games of it, as in a hall with a server. */
const LARGEST = 32 << 20
const MOST_GAMES = 50_000
/** Faults that are told. */
const MOST_FAULTS = 1_000

/** A file as the module writes it. */
interface WrittenFile {
  readonly base64: string
  readonly ending: string
  readonly text: boolean
  readonly left_out: string
}

interface Imported {
  readonly id?: string
  readonly games: readonly unknown[]
  readonly faults: readonly { place?: unknown }[]
}

/** The next games of a file that goes into the archive, as the module has them. */
interface NextGames {
  readonly games: readonly { game: StoredGame; summary: StoredSummary }[]
  readonly faults: readonly unknown[]
  readonly faulty: number
  readonly annotated: number
  readonly bytes: number
  readonly done: boolean
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  }
  return btoa(text)
}

/** When a game began, as tags of files have it. */
function datesOf(at: number) {
  const utc = new Date(at).toISOString()
  return { local: dateOf(at), utc: utc.slice(0, 10), utc_time: utc.slice(11, 19) }
}

export class Files {
  /** The modules that have read the files that are kept, by the files' ids. */
  readonly #readers = new Map<string, FamilyModule>()
  #count = 0

  constructor(
    readonly modules: Modules,
    readonly store: Store,
    readonly studies: Studies,
    readonly tags: (games: readonly string[], tag: string) => Promise<void>,
    readonly listed: () => void,
  ) {}

  readonly routes: Route[] = [
    ['POST', /^\/api\/import$/, ({ body }) => this.#read(body as object)],
    ['GET', /^\/api\/games\/([^/]+)\/export$/, (asked) => this.#game(asked)],
    ['GET', /^\/api\/studies\/([^/]+)\/export$/, (asked) => this.#study(asked)],
    [
      'POST',
      /^\/api\/archive\/export$/,
      ({ body }) => this.#several(body as { games: string[]; format: string }),
    ],
    ['POST', /^\/api\/archive\/import$/, (asked) => this.#archive(asked)],
  ]

  /** The module that has read a file, or the one of the variant. */
  async reader(file: string | undefined, variant: string): Promise<FamilyModule> {
    return (file && this.#readers.get(file)) || (await this.modules.of(variant))
  }

  /** All families, those first that have files with the ending of this name. */
  async #families(name: string): Promise<string[]> {
    const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
    const { families } = await this.modules.index()
    const has = ({ formats }: (typeof families)[number]) =>
      formats.some(({ id, endings }) => id === ending || endings.includes(ending))
    const first = families.filter(has)
    return [...first, ...families.filter((one) => !first.includes(one))].map(({ id }) => id)
  }

  /** The modules of all families, that of the variant first. */
  async #all(variant: string): Promise<FamilyModule[]> {
    const { variants } = await this.modules.index()
    const own = variant ? await this.modules.whole(variant) : null
    const families = [...new Set(variants.map(({ family }) => family))]
    const others = await Promise.all(families.map((family) => this.modules.family(family)))
    return [...new Set([...(own ? [own] : []), ...others])]
  }

  /** Reads a file as one of the variant; if that gives nothing, as one of any other family. */
  async #read(file: object): Promise<Answer> {
    const id = newId()
    const ask = (module: FamilyModule) =>
      put(module, { ask: 'file', of: { what: 'read', id, file } })
    const own = await this.modules.whole(variantIn(file))
    let [best, reader]: [ModuleAnswer, FamilyModule] = [ask(own), own]
    if (best.problem) return answerOf(best)
    const isNone = (answer: ModuleAnswer) => (answer.value as Imported).games.length === 0
    if (isNone(best)) {
      // Those first whose files end so: the others need not be fetched then.
      for (const family of await this.#families((file as { name?: string }).name ?? '')) {
        const module = await this.modules.family(family)
        if (module === own) continue
        const found = ask(module)
        if (found.problem || isNone(found)) continue
        ;[best, reader] = [found, module]
        break
      }
    }
    this.#readers.set(id, reader)
    const [oldest] = this.#readers.keys()
    if (oldest && this.#readers.size > REMEMBERED) this.#readers.delete(oldest)
    return answerOf(best)
  }

  #written(answer: ModuleAnswer, what: string, id: string): Answer {
    if (answer.problem) return answerOf(answer)
    const { base64, ending, text, left_out: leftOut } = answer.value as WrittenFile
    const name = `${what}-${id.slice(-12)}.${ending}`
    return { status: 200, file: { bytes: bytesOf(base64), text, name, leftOut } }
  }

  async #game({ ids, query }: Question): Promise<Answer> {
    const game = await this.store.game(ids[0]!)
    if (!game) return refused(404, 'not-found', `there is no game ${ids[0]}`)
    const { variant } = game.setup
    const [format, notation] = [query.get('format') ?? '', query.get('notation')]
    const dates = datesOf(game.created_at)
    const of = { what: 'game', game, format, notation, dates }
    const written = put(await this.modules.whole(variant), { ask: 'file', of })
    return this.#written(written, variant, game.id)
  }

  async #study({ ids, query }: Question): Promise<Answer> {
    const [id, format] = [ids[0]!, query.get('format') ?? '']
    const seen = await this.studies.seen(id)
    if (seen.status !== 200) return seen
    const { variant } = seen.body as { variant: string }
    const notation = query.get('notation')
    const written = await this.studies.during(id, (module) => {
      if (format === 'json') return Promise.resolve(null)
      const of = { what: 'study', id, format, notation }
      return Promise.resolve(put(module, { ask: 'file', of }))
    })
    if (written) return this.#written(written, variant, id)
    const bytes = new TextEncoder().encode(JSON.stringify(seen.body))
    const name = `${variant}-${id.slice(-12)}.json`
    return { status: 200, file: { bytes, text: true, name, leftOut: '' } }
  }

  async #several({ games: ids, format }: { games: string[]; format: string }): Promise<Answer> {
    const games: StoredGame[] = []
    for (const id of new Set(ids)) {
      const game = await this.store.game(id)
      if (!game) return refused(404, 'not-found', `there is no game ${id}`)
      games.push(game)
    }
    const first = games[0]
    if (!first) return refused(400, 'bad-parameter', 'games: expected 1 to 500 ids')
    const dated = games.map((game) => [game, datesOf(game.created_at)] as const)
    if (format !== 'zip') {
      const module = await this.modules.whole(first.setup.variant)
      const written = put(module, { ask: 'file', of: { what: 'games', games: dated, format } })
      return this.#written(written, 'games', `${games.length}`)
    }
    const parts: [string, Uint8Array][] = []
    for (const [game, dates] of dated) {
      const { variant } = game.setup
      const of = { what: 'part', game, dates }
      const part = put(await this.modules.whole(variant), { ask: 'file', of })
      if (part.problem) return answerOf(part)
      const { base64, ending } = part.value as WrittenFile
      const number = `${parts.length + 1}`.padStart(3, '0')
      parts.push([`${number}-${variant}.${ending}`, bytesOf(base64)])
    }
    const name = `games-${games.length}.zip`
    return { status: 200, file: { bytes: zipped(parts), text: false, name, leftOut: '' } }
  }

  /** Puts all games of a file into the archive, or none: the report goes out line by line. */
  async #archive({ query, body, tell, gone }: Question): Promise<Answer> {
    const blob = body instanceof Blob ? body : new Blob([])
    if (blob.size > LARGEST) return refused(413, 'too-large', 'the file is too large: 32 MiB')
    const [name, tag] = [query.get('name') ?? '', query.get('tag')?.trim() ?? '']
    const variant = query.get('variant')
    const file = { name, base64: await base64Of(blob), variant }
    const say = (event: object) => tell(JSON.stringify(event))
    const module = await this.#sampled(file)
    const number = ++this.#count
    const asked = (what: string, more: object = {}) =>
      put(module, { ask: 'file', of: { what, number, ...more } })
    try {
      const begun = asked('begin', { file })
      if (begun.problem) {
        say({ type: 'refused', problem: begun.problem })
        return ok(undefined)
      }
      const read = await this.#all_games(asked, say, gone, blob.size)
      if (!read || gone.aborted) return ok(undefined)
      const { games, faulty, annotated } = read
      say({ type: 'storing', games: games.length })
      await this.store.createMany(games)
      if (tag) {
        const ids = games.map(({ game }) => game.id)
        await this.tags(ids, tag)
      }
      this.listed()
      const stored = { type: 'stored', games: games.length, faulty, annotated }
      say(tag ? { ...stored, tag } : stored)
    } finally {
      asked('end')
    }
    return ok(undefined)
  }

  async #all_games(
    asked: (what: string, more?: object) => ModuleAnswer,
    say: (event: object) => void,
    gone: AbortSignal,
    size: number,
  ) {
    const games: { game: StoredGame; summary: StoredSummary }[] = []
    let [faulty, annotated, told] = [0, 0, 0]
    for (;;) {
      const next = valueOf<NextGames>(asked('next', { now: Date.now() }))
      for (const { game, summary } of next.games) {
        games.push({ game: { ...game, id: newId() }, summary })
      }
      for (const fault of next.faults) if (++told <= MOST_FAULTS) say({ type: 'fault', fault })
      faulty += next.faulty
      annotated += next.annotated
      const bytes = next.done ? size : next.bytes
      say({ type: 'reading', games: games.length, faulty, bytes })
      if (games.length > MOST_GAMES) {
        const message = `the file has more than ${MOST_GAMES} games: divide it`
        say({ type: 'refused', problem: { code: 'too-many-games', message } })
        return null
      }
      if (next.done) break
      // Other questions have their turn.
      await new Promise((resolve) => setTimeout(resolve, 0))
      if (gone.aborted) return null
    }
    if (games.length > 0) return { games, faulty, annotated }
    const problem = { code: 'empty', message: 'no game can be read in this file' }
    say({ type: 'refused', problem })
    return null
  }

  /** The module as whose games most of the first games of the file can be read. */
  async #sampled(file: { name: string; variant: string | null }): Promise<FamilyModule> {
    const all = await this.#all(file.variant ?? '')
    let [best, most] = [all[0]!, 0]
    for (const module of all) {
      const { value } = put(module, { ask: 'file', of: { what: 'sample', file } })
      if (typeof value === 'number' && value > most) [best, most] = [module, value]
    }
    return best
  }
}
