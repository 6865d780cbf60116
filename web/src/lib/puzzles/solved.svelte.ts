// Which puzzles were solved in this browser. The server keeps no accounts, so the browser remembers them.

const KEY = 'yiqi.puzzles'
/** How many are remembered; the oldest are forgotten first. */
const MOST = 20_000

function memory(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** The ids in a stored text; none in one that is invalid. */
export function readSolved(text: string | null): string[] {
  try {
    const given: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(given) ? given.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

class Solved {
  #ids = $state.raw<ReadonlySet<string>>(new Set(readSolved(memory()?.getItem(KEY) ?? null)))

  get count(): number {
    return this.#ids.size
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  add(id: string) {
    // Another window may have solved some in the meantime.
    const known = readSolved(memory()?.getItem(KEY) ?? null)
    const all = [...new Set([...known, ...this.#ids, id])].slice(-MOST)
    this.#ids = new Set(all)
    try {
      memory()?.setItem(KEY, JSON.stringify(all))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
  }
}

export const solved = new Solved()
