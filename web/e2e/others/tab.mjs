// A tab of a browser that Playwright does not drive: what a person does in it, and what is there.

/** How long one waits for what a person would wait for, in milliseconds. */
export const PATIENCE = 60_000

export const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export class Tab {
  /**
   * `driver`: `goto(url)`, `reload()`, `run(expression)` with the text that an expression of JavaScript promises, and
   * `press(x, y)` with the mouse.
   */
  constructor(driver) {
    this.driver = driver
    this.goto = driver.goto
    this.reload = driver.reload
  }

  /** The result of a function in the page, which takes and gives JSON. */
  evaluate = async (work, ...args) =>
    JSON.parse(
      await this.driver.run(
        `(async () => JSON.stringify((await (${work})(...${JSON.stringify(args)})) ?? null))()`,
      ),
    )

  /** Waits until a function in the page gives something true. */
  async until(what, work, ...args) {
    const end = Date.now() + PATIENCE
    for (;;) {
      const found = await this.evaluate(work, ...args).catch(() => null)
      if (found) return found
      if (Date.now() > end) {
        const shown = () => `${location.href}: ${document.querySelector('main')?.innerText}`
        const seen = await this.evaluate(shown).catch(String)
        throw new Error(`there is no ${what}, but ${seen.replace(/\s+/g, ' ').slice(0, 700)}`)
      }
      await later(100)
    }
  }

  /** Clicks an element with the mouse when it is there and in view. */
  async click(selector, text = '') {
    const { x, y } = await this.until(
      `${selector} ${text}`,
      async (of, words) => {
        const all = [...document.querySelectorAll(of)]
        const found = all.find((one) => one.textContent.includes(words) && !one.disabled)
        if (!found) return null
        found.scrollIntoView({ block: 'center' })
        const before = found.getBoundingClientRect()
        await new Promise((resolve) => setTimeout(resolve, 100))
        const box = found.getBoundingClientRect()
        // What moves cannot be hit.
        if (box.top !== before.top || box.left !== before.left || box.width === 0) return null
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      },
      selector,
      text,
    )
    await this.driver.press(Math.round(x), Math.round(y))
  }

  /** Waits for an element, with this text if one is given. */
  see = (selector, text = '') =>
    this.until(
      `${selector} ${text}`,
      (of, words) =>
        [...document.querySelectorAll(of)].some((one) => one.textContent.includes(words)),
      selector,
      text,
    )
}

/** A click, as both protocols write it. */
export const click = (x, y) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]
