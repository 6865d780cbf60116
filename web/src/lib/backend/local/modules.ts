// The modules of the games, fetched when their game is first needed: one for each family.

import { fetched, fetchedBytes } from './fetched'
import { PartedModule } from './first-part'
import type { ThreadedCode } from '../threads'

/** The files of a module. */
interface Part {
  readonly first: string
  readonly rest: string
  /** What searches with several threads; not each hall has it. */
  readonly threads?: string
}

/** `modules/catalogue.json`: what can be played, as far as modules and files are concerned, and the files of each family. */
export interface Index {
  readonly variants: readonly { id: string; family: string }[]
  readonly families: readonly {
    id: string
    formats: readonly { id: string; endings: readonly string[] }[]
  }[]
  /** The file of what the page shows of all this. */
  readonly shown: string
  /** The files of each module. */
  readonly parts: Readonly<Record<string, Part>>
  /** The pages of memory of those that search with several threads. */
  readonly memory: ThreadedCode['memory']
  /** The sizes of files, as they are when they are not compressed; older modules do not say them. */
  readonly sizes?: Readonly<Record<string, number>>
  /** The addresses of data files by their names. */
  readonly data: Readonly<Record<string, string>>
  /** The names of all data files of a variant; absent: it has none. Older modules do not say them. */
  readonly needs?: Readonly<Record<string, readonly string[]>>
  /** The names of those that the machine can play without: databases of endings. */
  readonly later: readonly string[]
  /** The texts that come with the program, by variant: puzzles, and how many; openings. */
  readonly puzzles: Readonly<Record<string, string>>
  readonly puzzle_counts: Readonly<Record<string, number>>
  readonly openings: Readonly<Record<string, string>>
}

/** What the page shows of the games. */
interface Shown {
  /** As `GET /api/catalogue` of a server. */
  readonly catalogue: object
  /** As `GET /api/lab` of a server. */
  readonly lab: object
}

/** A data file of an engine: its name and content. */
export type Supply = [name: string, bytes: ArrayBuffer]

/** The instance of a module that is the hall of its games. */
export interface FamilyModule {
  readonly hall: PartedModule
  /** What searches with several threads, if there is such a module. */
  threaded(): Promise<ThreadedCode | null>
}

export class Modules {
  #index: Promise<Index> | null = null
  readonly #found = new Map<string, Promise<FamilyModule>>()
  /** The data files that were fetched, or are being fetched: one copy for all that need it. */
  readonly #files = new Map<string, Promise<ArrayBuffer>>()
  /** Those that the hall itself has. */
  readonly #known = new Set<string>()

  /** `base`: the address of the page. */
  constructor(readonly base: string) {}

  #at = (name: string) => new URL(`modules/${name}`, this.base).href

  /** What there is. */
  index(): Promise<Index> {
    this.#index ??= fetched(this.#at('catalogue.json')).then(
      (answer) => answer.json() as Promise<Index>,
    )
    this.#index.catch(() => (this.#index = null))
    return this.#index
  }

  /** What the page shows of it. */
  shown = async (): Promise<Shown> =>
    JSON.parse(await this.text((await this.index()).shown)) as Shown

  /** A text that comes with the program. */
  async text(name: string): Promise<string> {
    return (await fetched(this.#at(name))).text()
  }

  /** The module that has the variant: listed, or one whose name says another size of a listed one. */
  async of(variant: string): Promise<FamilyModule> {
    const { variants } = await this.index()
    const known = variants.find(({ id }) => id === variant)
    const derived = variants.filter(({ id }) => variant.startsWith(id)).at(-1)
    return this.family((known ?? derived ?? variants[0])?.family ?? '')
  }

  /** The same with all of its functions, for what is no part of a game. */
  async whole(variant: string): Promise<FamilyModule> {
    const module = await this.of(variant)
    await module.hall.code()
    return module
  }

  /**
   * The same, and it knows what the engine of the variant knows: for what is said of positions, or of this one. What cannot
   * be fetched now, and the files that come later, it gets when they are there.
   */
  async knowing(variant: string, position?: object): Promise<FamilyModule> {
    const module = await this.whole(variant)
    const names = this.needed(module, variant, position)
    await this.#supplied(module, names, 'first').catch(() => {})
    void this.#supplied(module, names, 'later').catch(() => {})
    return module
  }

  async #supplied(module: FamilyModule, names: readonly string[], which: 'first' | 'later') {
    const isNew = (name: string) => !this.#known.has(name)
    for (const [name, bytes] of await this.files(names.filter(isNew), which)) {
      if (!isNew(name)) continue
      module.hall.supply(name, bytes)
      this.#known.add(name)
    }
  }

  family(family: string): Promise<FamilyModule> {
    const known = this.#found.get(family)
    if (known) return known
    const begun = this.#begin(family)
    this.#found.set(family, begun)
    // The next question tries again.
    begun.catch(() => this.#found.delete(family))
    return begun
  }

  /** The names of the data files that the engine of a variant needs for games, or for a search of this position. */
  needed(module: FamilyModule, variant: string, position?: object): readonly string[] {
    const question = JSON.stringify({ ask: 'data_files', variant, position })
    return (JSON.parse(module.hall.ask(question)) as { value?: string[] }).value ?? []
  }

  /** The files of a variant for games: all, those without which the machine does not play well, or the others. */
  async data(module: FamilyModule, variant: string, which?: 'first' | 'later'): Promise<Supply[]> {
    return this.files(this.needed(module, variant), which)
  }

  /** These data files. */
  async files(names: readonly string[], which?: 'first' | 'later'): Promise<Supply[]> {
    const { data, later } = await this.index()
    const isWanted = (name: string) => !which || later.includes(name) === (which === 'later')
    const wanted = names
      .filter(isWanted)
      .map(async (name): Promise<Supply> => [name, await this.#file(data[name] ?? name)])
    return Promise.all(wanted)
  }

  #file(file: string): Promise<ArrayBuffer> {
    const known = this.#files.get(file)
    if (known) return known
    const coming = this.#bytes(file).then(({ buffer }) => buffer)
    this.#files.set(file, coming)
    // The next one who needs it tries again.
    coming.catch(() => this.#files.delete(file))
    return coming
  }

  /** The content of a file; how much of it has come is told. */
  #bytes = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
    fetchedBytes(this.#at(name), (await this.index()).sizes?.[name] ?? 0)

  async #begin(family: string): Promise<FamilyModule> {
    const part = (await this.index()).parts[family]
    if (!part) throw new Error(`there is no module of ${family}`)
    const bytes = await this.#bytes(part.first)
    const code = await WebAssembly.compile(bytes)
    const size = (await this.index()).sizes?.[part.rest] ?? 0
    const hall = new PartedModule(bytes, code, this.#at(part.rest), size)
    return { hall, threaded: this.#threaded(part) }
  }

  /** Fetches what searches with several threads once, when it is first needed. */
  #threaded({ threads }: Part): () => Promise<ThreadedCode | null> {
    let found: Promise<ThreadedCode> | null = null
    const fetch = async (name: string): Promise<ThreadedCode> => {
      const bytes = await this.#bytes(name)
      return { code: await WebAssembly.compile(bytes), memory: (await this.index()).memory }
    }
    return () => {
      if (!threads) return Promise.resolve(null)
      found ??= fetch(threads)
      // The next search tries again.
      found.catch(() => (found = null))
      return found
    }
  }
}
