// What this browser has kept of a hall of static files, for times without a network: the page itself with its service
// worker, which keeps every file that is fetched through it, and the modules and data of the games that were opened.

import { fetched } from './fetched'
import type { Index } from './modules'

/** Without a service worker nothing is kept: pages that are not sent over TLS have none. */
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker

/** Waits until the service worker answers for this page; on a first visit it is being installed. */
async function answered(): Promise<void> {
  const found = workers()
  if (!found) return new Promise(() => {})
  if (found.controller) return
  await new Promise((resolve) =>
    found.addEventListener('controllerchange', resolve, { once: true }),
  )
}

const at = (name: string) => new URL(`modules/${name}`, document.baseURI).href

const index = async () => (await (await fetched(at('catalogue.json'))).json()) as Index

/** The files without which a variant cannot be played; empty: they are not known. */
function needed(of: Index, variant: string): string[] {
  const part = of.parts[of.variants.find(({ id }) => id === variant)?.family ?? '']
  if (!part || !of.needs) return []
  const data = (of.needs[variant] ?? []).map((name) => of.data[name] ?? name)
  return [part.first, part.rest, ...data]
}

const isKept = async (name: string) => !!(await caches.match(at(name), { ignoreVary: true }))

class Offline {
  /** The variants that can be played without a network. */
  variants = $state.raw<readonly string[]>([])
  /** The listed variants. */
  all = $state.raw<Index['variants']>([])
  readonly #asked = new Set<string>()

  /** Looks what is kept. */
  async look(): Promise<void> {
    await answered()
    const found = await index()
    const whole = found.variants.map(async ({ id }) => {
      const files = await Promise.all(needed(found, id).map(isKept))
      return files.length > 0 && files.every(Boolean) ? [id] : []
    })
    this.all = found.variants
    this.variants = (await Promise.all(whole)).flat()
  }

  /** Keeps all that games of a variant need, its puzzles and openings too. A size that is not listed is that of a listed one. */
  async keep(variant: string): Promise<void> {
    await answered()
    const found = await index()
    const listed = found.variants.filter(({ id }) => variant.startsWith(id)).map(({ id }) => id)
    const id = listed.includes(variant) ? variant : listed.at(-1)
    if (id === undefined || this.#asked.has(id)) return
    this.#asked.add(id)
    const texts = [found.puzzles[id], found.openings[id]].filter((name) => name !== undefined)
    try {
      // One after the other: a board or a move that is waited for comes before them.
      for (const name of [...needed(found, id), ...texts]) {
        // It is kept when all of it has come.
        if (!(await isKept(name))) await (await fetched(at(name))).arrayBuffer()
      }
      await this.look()
    } catch {
      this.#asked.delete(id)
      addEventListener('online', () => void this.keep(id), { once: true })
    }
  }
}

export const offline = new Offline()
