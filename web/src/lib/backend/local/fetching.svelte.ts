// The files that the hall in the page is fetching: how much of them has come.

/** Milliseconds before it is shown: what the browser has kept is there before. */
const SLOW = 300

export interface Coming {
  readonly bytes: number
  readonly size: number
}

class Fetching {
  readonly #files = new Map<string, Coming>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** All of them together; null: nothing is coming, or not for long. */
  now = $state.raw<Coming | null>(null)

  tell(url: string, bytes: number, size: number) {
    if (size > 0) this.#files.set(url, { bytes, size })
    else this.#files.delete(url)
    if (this.#files.size === 0) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.now = null
    } else if (this.now) this.#sum()
    else this.#timer ??= setTimeout(() => this.#sum(), SLOW)
  }

  #sum() {
    const all = [...this.#files.values()]
    const sum = (of: (one: Coming) => number) => all.reduce((total, one) => total + of(one), 0)
    this.now = { bytes: sum(({ bytes }) => bytes), size: sum(({ size }) => size) }
  }
}

export const fetching = new Fetching()
