// A reporter whose last line is a count for `./test`: "N passed, N failed, N skipped".

export default class Count {
  /** The last outcome of each test. */
  #outcomes = new Map()
  #titles = new Map()

  onTestEnd(test) {
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
