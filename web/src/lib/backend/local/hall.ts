// The hall in this browser: the same requests and sockets as a server has, answered by modules and the store.

import { Archive } from './archive'
import { filtered, gameList, type Wanted } from './lists'
import { answerOf, put, Searches } from './ask'
import { problemOf } from './fetched'
import { Files } from './files'
import { newId } from './ids'
import { Lab } from './lab'
import { LiveGame, type Watcher } from './live'
import type { Answer } from './messages'
import type { Modules } from './modules'
import { Openings } from './openings'
import { Puzzles } from './puzzles'
import { ok, refused, routed, variantIn, type Asking, type Route } from './routes'
import { Reviews } from './reviews'
import { Studies, type Made } from './studies'
import { StudyStore } from './study-store'
import { WholeHall } from './whole'
import { Store, type StoredGame, type StoredSummary } from './store'

/** What tabs of one browser tell each other. */
type News =
  | { game: string; version: number }
  | { study: string; version: number }
  | { review: string }
  | { listed: true }

const noGame = (id: string) => refused(404, 'not-found', `there is no game ${id}`)

export class LocalHall {
  readonly #store = new Store()
  readonly #studyStore = new StudyStore()
  readonly #live = new Map<string, Promise<LiveGame | null>>()
  /** Those that follow what changes in the whole hall. */
  readonly #followers = new Set<Watcher>()
  readonly #tabs = new BroadcastChannel('yiqi-hall')

  readonly #puzzles: Puzzles
  readonly #studies: Studies
  readonly #reviews: Reviews
  readonly #archive: Archive
  readonly #files: Files
  readonly #lab: Lab
  readonly #routes: readonly Route[]

  constructor(readonly modules: Modules) {
    const searches = new Searches(modules, true)
    this.#puzzles = new Puzzles(modules, searches)
    const store = this.#studyStore
    this.#studies = new Studies({
      modules,
      store,
      game: (id) => this.#store.game(id),
      reader: (file, variant) => this.#files.reader(file, variant),
      review: (study, module) => this.#reviews.shown(study, module),
      dropReview: (study) => this.#reviews.drop(study),
      changed: (study, version) => this.#tabs.postMessage({ study, version } satisfies News),
      listed: () => this.#listed('studies'),
    })
    this.#reviews = new Reviews({
      modules,
      store,
      searches: new Searches(modules, false),
      waited: searches,
      game: (id) => this.#store.game(id),
      opened: (study, work) => this.#studies.during(study, work),
      changed: (study, shown) => {
        this.#studies.each((open) => open.id === study && open.reviewed(shown))
        this.#tabs.postMessage({ review: study } satisfies News)
      },
    })
    this.#archive = new Archive(
      modules,
      this.#store,
      store,
      (study, variant) => this.#reviews.mistakes(study, variant),
      () => this.#listed(),
    )
    this.#files = new Files(modules, this.#store, this.#studies, this.#archive.tag, () =>
      this.#listed(),
    )
    this.#lab = new Lab(modules)
    this.#routes = this.#routed()
    void this.#reviews.resume()
    this.#tabs.onmessage = ({ data }: MessageEvent<News>) => {
      if ('listed' in data) this.#tellFollowers('studies')
      else if ('study' in data) {
        const { study, version } = data
        this.#studies.each((open) => open.id === study && open.changedElsewhere(version))
      } else if ('review' in data) {
        this.#studies.each((open) => {
          if (open.id !== data.review) return
          void this.#reviews.shown(open.id, open.module).then((shown) => open.reviewed(shown))
        })
      } else void this.#live.get(data.game)?.then((game) => game?.changedElsewhere(data.version))
    }
  }

  #routed = (): Route[] => [
    ['GET', /^\/api\/me$/, () => Promise.resolve(ok({ mode: 'mine' }))],
    ['GET', /^\/api\/catalogue$/, async () => ok((await this.modules.shown()).catalogue)],
    [
      'GET',
      /^\/api\/catalogue\/([^/]+)\/presets$/,
      ({ ids }) => this.#askWhole(ids[0]!, { ask: 'preset_texts', variant: ids[0] }),
    ],
    [
      'POST',
      /^\/api\/positions$/,
      ({ body }) => this.#askWhole(variantIn(body), { ask: 'check_position', position: body }),
    ],
    ['GET', /^\/api\/games$/, ({ query }) => this.#list(query)],
    ['POST', /^\/api\/games$/, ({ body }) => this.#create(body)],
    ['GET', /^\/api\/games\/([^/]+)$/, ({ ids }) => this.#game(ids[0]!)],
    ['DELETE', /^\/api\/games\/([^/]+)$/, ({ ids }) => this.#remove(ids[0]!)],
    [
      'GET',
      /^\/api\/games\/([^/]+)\/raw$/,
      async ({ ids }) => ok((await this.#store.game(ids[0]!)) ?? undefined),
    ],
    ...this.#puzzles.routes,
    ...new Openings(this.modules, (variant, key) => this.#archive.played(variant, key)).routes,
    ...this.#archive.routes,
    ...new WholeHall(this.modules, this.#store, this.#studyStore, () => this.#listed('studies'))
      .routes,
    ...this.#files.routes,
    ...this.#lab.routes,
    ...this.#studies.routes,
    ...this.#reviews.routes,
  ]

  async answer(method: string, address: string, body: unknown, asking?: Asking): Promise<Answer> {
    const found = routed(this.#routes, method, address, body, asking)
    if (found) {
      return found().catch((error: unknown) => ({ status: 503, body: problemOf(error) }))
    }
    const { pathname } = new URL(address, 'http://local')
    return refused(404, 'not-here', `a hall in the browser has no ${method} ${pathname}`)
  }

  /** A socket is opened; what it says goes to the answer, unless there is nothing to follow. */
  async open(path: string, watcher: Watcher): Promise<((text: string) => void) | null> {
    if (path === '/api/live') {
      this.#followers.add(watcher)
      return (text) => {
        const { id } = JSON.parse(text) as { id: string }
        watcher.send('{"type":"pong"}')
        watcher.send(JSON.stringify({ type: 'done', id }))
      }
    }
    if (path === '/api/lab/live') return this.#lab.join(watcher)
    const study = /^\/api\/studies\/([^/]+)\/live$/.exec(path)?.[1]
    if (study) return this.#studies.join(decodeURIComponent(study), watcher)
    const id = /^\/api\/games\/([^/]+)\/live$/.exec(path)?.[1]
    const game = id ? await this.#liveGame(decodeURIComponent(id)) : null
    if (!game || (await game.join(watcher))) return null
    return (text) => {
      const request = JSON.parse(text) as { id: string; type: string }
      void game.command(watcher, request)
    }
  }

  /** A socket is closed. */
  close(watcher: Watcher) {
    this.#followers.delete(watcher)
    this.#studies.leave(watcher)
    this.#lab.leave(watcher)
    for (const [id, begun] of this.#live) {
      void begun.then((game) => {
        game?.leave(watcher)
        if (game) this.#rest(id, game)
      })
    }
  }

  /** Puts a game away that nobody watches, when its machine has nothing to do. */
  #rest(id: string, game: LiveGame) {
    if (game.watched) return
    if (game.busy) {
      setTimeout(() => this.#rest(id, game), 1000)
      return
    }
    // Somebody may be joining it.
    void game.during(() => {
      if (game.watched || game.busy) return
      game.close()
      this.#live.delete(id)
    })
  }

  #liveGame(id: string): Promise<LiveGame | null> {
    const known = this.#live.get(id)
    if (known) return known
    const begun = this.#store.game(id).then(async (record) => {
      if (!record) return null
      const module = await this.modules.of(record.setup.variant)
      const news = {
        stored: (game: string, version: number) => {
          this.#tabs.postMessage({ game, version } satisfies News)
          this.#studies.each((study) => study.game === game && study.gameChanged())
        },
        listed: () => this.#listed(),
      }
      const { variant } = record.setup
      return new LiveGame(module, this.#store, news, record, (which) =>
        this.modules.data(module, variant, which),
      )
    })
    this.#live.set(id, begun)
    const forget = () => this.#live.delete(id)
    begun.then((game) => !game && forget(), forget)
    return begun
  }

  #listed(what: 'games' | 'studies' = 'games') {
    this.#tabs.postMessage({ listed: true } satisfies News)
    this.#tellFollowers(what)
  }

  /** What another tab has changed may be both. */
  #tellFollowers(what: 'games' | 'studies') {
    const studies = what === 'studies'
    const event = { type: 'changed', games: true, studies, preferences: false }
    for (const follower of this.#followers) follower.send(JSON.stringify(event))
  }

  /** Asks the module of a variant something that needs no game. */
  async #ask(variant: string, question: object): Promise<Answer> {
    return answerOf(put(await this.modules.of(variant), question))
  }

  /** The same for what the first part of a module cannot answer. */
  async #askWhole(variant: string, question: object): Promise<Answer> {
    return answerOf(put(await this.modules.whole(variant), question))
  }

  async #create(body: unknown): Promise<Answer> {
    const file = (body as { imported?: { file: string } } | null)?.imported?.file
    const module = await this.#files.reader(file, variantIn(body))
    const swap = crypto.getRandomValues(new Uint8Array(1))[0]! % 2 === 1
    const question = { ask: 'begin', id: newId(), game: body, swap, now: Date.now() }
    const { status, problem, value } = put(module, question)
    if (problem) return { status, body: problem }
    const { made, study } = value as {
      made: { game: StoredGame; summary: StoredSummary; shown: unknown }
      study?: Made
    }
    const { game, summary, shown } = made
    await this.#store.create(game, summary)
    // What its file says besides the moves.
    if (study) await this.#studyStore.create(this.#studies.stored(study))
    this.#listed()
    return ok(shown, 201)
  }

  async #game(id: string): Promise<Answer> {
    const live = await this.#live.get(id)
    const shown = await live?.view()
    if (shown) return ok(shown)
    const record = await this.#store.game(id)
    if (!record) return noGame(id)
    return this.#ask(record.setup.variant, { ask: 'show', game: record })
  }

  async #remove(id: string): Promise<Answer> {
    const live = await this.#live.get(id)
    if (!(await this.#store.remove(id))) return noGame(id)
    live?.close()
    this.#live.delete(id)
    this.#listed()
    return { status: 204 }
  }

  async #list(query: URLSearchParams): Promise<Answer> {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? 50)]
    const wanted = Object.fromEntries(query) as Wanted
    return ok(gameList(await this.#rows(wanted), offset, limit))
  }

  async #rows(wanted: Wanted) {
    const { variants } = await this.modules.index()
    const families = new Map(variants.map(({ id, family }) => [id, family]))
    const familyOf = (variant: string) =>
      families.get(variant) ??
      variants.filter(({ id }) => variant.startsWith(id)).at(-1)?.family ??
      ''
    return filtered(await this.#store.games(), wanted, familyOf)
  }
}
