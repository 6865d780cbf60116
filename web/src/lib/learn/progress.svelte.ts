// Which exercises were done in this browser. The server keeps no accounts, so the browser remembers them.

const KEY = 'yiqi.exercises'

function memory(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** The ids in a stored text; none in one that is invalid. */
export function readDone(text: string | null): string[] {
  try {
    const given: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(given) ? given.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

class Progress {
  #ids = $state.raw<ReadonlySet<string>>(new Set(readDone(memory()?.getItem(KEY) ?? null)))

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  add(id: string) {
    // Another window may have done some in the meantime.
    const known = readDone(memory()?.getItem(KEY) ?? null)
    const all = [...new Set([...known, ...this.#ids, id])]
    this.#ids = new Set(all)
    try {
      memory()?.setItem(KEY, JSON.stringify(all))
    } catch {
      // The storage is full or forbidden: it is remembered while the page is open.
    }
  }
}

export const progress = new Progress()
