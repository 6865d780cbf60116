// A part of the hall that is missing is asked for again: when the network is back, when somebody wants it, and after a
// while.

/** The time before the first try, in milliseconds; each further one waits twice as long. */
const FIRST = 2000
const LONGEST = 60_000

export class Retries {
  #woken: (() => void) | null = null
  #closed = false
  readonly #wake = () => this.wake()

  /** Whether something is waited for. */
  get waiting() {
    return this.#woken !== null
  }

  /** Tries until it succeeds; false when it was closed before. */
  async until(work: () => Promise<unknown>): Promise<boolean> {
    for (let wait = FIRST; !this.#closed; wait = Math.min(2 * wait, LONGEST)) {
      await this.#pause(wait)
      if (this.#closed) break
      try {
        await work()
        return true
      } catch {
        // It is tried again.
      }
    }
    return false
  }

  /** Tries now. */
  wake() {
    this.#woken?.()
  }

  close() {
    this.#closed = true
    this.wake()
  }

  async #pause(ms: number) {
    addEventListener('online', this.#wake)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#woken = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#woken = null
    removeEventListener('online', this.#wake)
  }
}
