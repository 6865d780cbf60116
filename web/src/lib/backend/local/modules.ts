// The modules of the games, fetched when their game is first needed: one for each family.

import { fetched } from './fetched'
import { PartedModule } from './first-part'
import { compiled, type Hole } from './module'

interface Catalogue {
  readonly variants: readonly { id: string; family: string }[]
  readonly families: readonly {
    id: string
    formats: readonly { id: string; endings: readonly string[] }[]
  }[]
}

/** `modules/catalogue.json`: what can be played, and the module of each family. */
interface Index {
  readonly catalogue: Catalogue
  readonly files: Readonly<Record<string, string>>
  /** The first parts of those that have one, and what is missing in their memory. */
  readonly parts: Readonly<Record<string, { file: string; holes: readonly Hole[] }>>
  /** The addresses of data files by their names. */
  readonly data: Readonly<Record<string, string>>
  /** The texts that come with the program, by variant: puzzles, and how many; openings. */
  readonly puzzles: Readonly<Record<string, string>>
  readonly puzzle_counts: Readonly<Record<string, number>>
  readonly openings: Readonly<Record<string, string>>
  /** What the lab can show, as `GET /api/lab` of a server. */
  readonly lab: object
}

/** The instance of a module that is the hall of its games. */
export interface FamilyModule {
  readonly hall: PartedModule
}

export class Modules {
  #index: Promise<Index> | null = null
  readonly #found = new Map<string, Promise<FamilyModule>>()

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

  family(family: string): Promise<FamilyModule> {
    const known = this.#found.get(family)
    if (known) return known
    const begun = this.#begin(family)
    this.#found.set(family, begun)
    // The next question tries again.
    begun.catch(() => this.#found.delete(family))
    return begun
  }

  /** The data files that the engine of a variant needs, by their names. */
  async data(module: FamilyModule, variant: string): Promise<[string, ArrayBuffer][]> {
    const answer = JSON.parse(module.hall.ask(JSON.stringify({ ask: 'data_files', variant }))) as {
      value?: string[]
    }
    const { data } = await this.#indexed()
    const files = (answer.value ?? []).map(async (name): Promise<[string, ArrayBuffer]> => {
      const file = await fetched(this.#at(data[name] ?? name))
      return [name, await file.arrayBuffer()]
    })
    return Promise.all(files)
  }

  async #begin(family: string): Promise<FamilyModule> {
    const { files, parts } = await this.#indexed()
    const [file, part] = [files[family], parts[family]]
    if (!file) throw new Error(`there is no module of ${family}`)
    const url = this.#at(file)
    // Without a network the whole one may be kept alone.
    const begun = part && (await compiled(this.#at(part.file)).catch(() => null))
    if (begun) return { hall: new PartedModule(begun, url, part.holes) }
    return { hall: new PartedModule(await compiled(url), url, null) }
  }
}
