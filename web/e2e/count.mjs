// A reporter whose last line is a count for `./test`: "N passed, N failed, N skipped".
// YIQI_E2E_TIMES names a file to which it adds a line for each try of a test: seconds, "browser", title.

import fs from 'node:fs'

export default class Count {
  /** The last outcome of each test. */
  #outcomes = new Map()
  #titles = new Map()

  onTestEnd(test, result) {
    if (process.env.YIQI_E2E_TIMES)
      fs.appendFileSync(
        process.env.YIQI_E2E_TIMES,
        `${result.duration / 1000}\tbrowser\t${test.title}\n`,
      )
    this.#outcomes.set(test.id, test.outcome())
    this.#titles.set(test.id, test.title)
  }

  onError(error) {
    console.log(error.message)
  }

  onExit() {
    const count = (...names) => [...this.#outcomes.values()].filter((o) => names.includes(o)).length
    for (const [id, outcome] of this.#outcomes)
      if (outcome === 'flaky') console.log(`flaky: ${this.#titles.get(id)}`)
    console.log(
      `${count('expected', 'flaky')} passed, ${count('unexpected')} failed, ${count('skipped')} skipped`,
    )
  }
}
