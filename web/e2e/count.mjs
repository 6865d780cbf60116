// A reporter whose last line is a count for `./test`: "N passed, N failed, N skipped".
// YIQI_E2E_TIMES names a file to which it adds a line for each try of a test: seconds, "browser", title.

import fs from 'node:fs'

/** A message on one line, without the codes of colours. */
const plain = (message) =>
  message
    // eslint-disable-next-line no-control-regex
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, 300)

export default class Count {
  /** The last outcome of each test. */
  #outcomes = new Map()
  #titles = new Map()
  /** The first line of what the last try of each test says went wrong. */
  #reasons = new Map()

  onTestEnd(test, result) {
    if (process.env.YIQI_E2E_TIMES)
      fs.appendFileSync(
        process.env.YIQI_E2E_TIMES,
        `${result.duration / 1000}\tbrowser\t${test.title}\n`,
      )
    this.#outcomes.set(test.id, test.outcome())
    this.#titles.set(test.id, test.title)
    this.#reasons.set(test.id, plain(result.error?.message ?? ''))
  }

  onError(error) {
    console.log(error.message)
  }

  onExit() {
    const count = (...names) => [...this.#outcomes.values()].filter((o) => names.includes(o)).length
    for (const [id, outcome] of this.#outcomes)
      if (outcome === 'flaky') console.log(`flaky: ${this.#titles.get(id)}`)
      else if (outcome === 'unexpected')
        console.log(`failed: ${this.#titles.get(id)}: ${this.#reasons.get(id)}`)
    console.log(
      `${count('expected', 'flaky')} passed, ${count('unexpected')} failed, ${count('skipped')} skipped`,
    )
  }
}
