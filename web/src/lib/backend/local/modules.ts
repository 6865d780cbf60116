// The modules of the games, fetched when their game is first needed: one for each family.

import { fetched } from './fetched'
import { PartedModule } from './first-part'
import type { Hole } from './module'
import type { ThreadedCode } from './threads'

interface Catalogue {
  readonly variants: readonly { id: string; family: string }[]
  readonly families: readonly {
    id: string
    formats: readonly { id: string; endings: readonly string[] }[]
  }[]
}

interface Part {
  readonly first: string
  readonly rest: string
  readonly holes: readonly Hole[]
  /** What searches with several threads; not each hall has it. */
  readonly threads?: string
}

/** `modules/catalogue.json`: what can be played, and the module of each family. */
interface Index {
  readonly catalogue: Catalogue
  /** The two files of each module, and what is missing in the memory of the first part. */
  readonly parts: Readonly<Record<string, Part>>
  /** The pages of memory of those that search with several threads. */
  readonly memory: ThreadedCode['memory']
  /** The addresses of data files by their names. */
  readonly data: Readonly<Record<string, string>>
  /** The names of those that the machine can play without: databases of endings. */
  readonly later: readonly string[]
  /** The texts that come with the program, by variant: puzzles, and how many; openings. */
  readonly puzzles: Readonly<Record<string, string>>
  readonly puzzle_counts: Readonly<Record<string, number>>
  readonly openings: Readonly<Record<string, string>>
  /** What the lab can show, as `GET /api/lab` of a server. */
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
  /** The variants whose files the hall itself has. */
  readonly #knowing = new Set<string>()

  /** `base`: the address of the page. */
  constructor(readonly base: string) {}

  #at = (name: string) => new URL(`modules/${name}`, this.base).href

  /** What there is. */
  #indexed(): Promise<Index> {
    this.#index ??= fetched(this.#at('catalogue.json')).then(
      (answer) => answer.json() as Promise<Index>,
    )
    this.#index.catch(() => (this.#index = null))
    return this.#index
  }

  /** What can be played. */
  catalogue = async (): Promise<Catalogue> => (await this.#indexed()).catalogue

  /** The texts that come with the program. */
  texts = (): Promise<Index> => this.#indexed()

  /** The content of one. */
  async text(name: string): Promise<string> {
    return (await fetched(this.#at(name))).text()
  }

  /** The module that has the variant: listed, or one whose name says another size of a listed one. */
  async of(variant: string): Promise<FamilyModule> {
    const { variants } = await this.catalogue()
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
   * The same, and it knows what the engine of the variant knows: for what is said of positions. What cannot be fetched
   * now, and the files that come later, it gets when they are there.
   */
  async knowing(variant: string): Promise<FamilyModule> {
    const module = await this.whole(variant)
    await this.#supplied(module, variant, 'first').catch(() => {})
    void this.#supplied(module, variant, 'later').catch(() => {})
    return module
  }

  async #supplied(module: FamilyModule, variant: string, which: 'first' | 'later') {
    const key = `${variant} ${which}`
    if (this.#knowing.has(key)) return
    for (const [name, bytes] of await this.data(module, variant, which)) {
      module.hall.supply(name, bytes)
    }
    this.#knowing.add(key)
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

  /** The data files that the engine of a variant needs: all, those without which it does not play well, or the others. */
  async data(module: FamilyModule, variant: string, which?: 'first' | 'later'): Promise<Supply[]> {
    const answer = JSON.parse(module.hall.ask(JSON.stringify({ ask: 'data_files', variant }))) as {
      value?: string[]
    }
    const { data, later } = await this.#indexed()
    const isWanted = (name: string) => !which || later.includes(name) === (which === 'later')
    const files = (answer.value ?? []).filter(isWanted).map(async (name): Promise<Supply> => {
      const file = await fetched(this.#at(data[name] ?? name))
      return [name, await file.arrayBuffer()]
    })
    return Promise.all(files)
  }

  async #begin(family: string): Promise<FamilyModule> {
    const part = (await this.#indexed()).parts[family]
    if (!part) throw new Error(`there is no module of ${family}`)
    const bytes = await (await fetched(this.#at(part.first))).arrayBuffer()
    const code = await WebAssembly.compile(bytes)
    const rest = this.#at(part.rest)
    const hall = new PartedModule(new Uint8Array(bytes), code, rest, part.holes)
    return { hall, threaded: this.#threaded(part) }
  }

  /** Fetches what searches with several threads once, when it is first needed. */
  #threaded({ threads }: Part): () => Promise<ThreadedCode | null> {
    let found: Promise<ThreadedCode> | null = null
    const fetch = async (name: string): Promise<ThreadedCode> => {
      const bytes = await (await fetched(this.#at(name))).arrayBuffer()
      return { code: await WebAssembly.compile(bytes), memory: (await this.#indexed()).memory }
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
