// An opened game file or a pasted text, and the chosen game in it.

import { api, ApiError } from '../api'
import { problemText, t } from '../i18n/index.svelte'
import type { Imported, ImportedGame, ImportedGameId } from '../types'

export interface Source {
  /** Empty for a pasted text. */
  name: string
  content: ArrayBuffer | string
}

export class Opened {
  source = $state.raw<Source | null>(null)
  found = $state.raw<Imported | null>(null)
  chosen = $state(0)
  failed = $state('')

  get game(): ImportedGame | undefined {
    return this.found?.games[this.chosen]
  }

  /** The chosen game by its id, if the hall keeps the file. */
  get kept(): ImportedGameId | null {
    const file = this.found?.id
    return file ? { file, game: this.chosen } : null
  }

  /**
   * Makes something of the chosen game by its id; by the file itself, without an id, if the hall does not keep it. A file
   * that it keeps no more is sent again.
   */
  async use<T>(variant: string, make: (game: ImportedGameId | null) => Promise<T>): Promise<T> {
    const { source, chosen } = this
    try {
      return await make(this.kept)
    } catch (error) {
      const isGone = error instanceof ApiError && error.problem.code === 'no-such-import'
      if (!isGone || !source || !(await this.open(variant, source))) throw error
      this.chosen = chosen
      return await make(this.kept)
    }
  }

  /** Reads a source; `false` when another source was opened in the meantime. */
  async open(variant: string, source: Source): Promise<boolean> {
    this.close()
    this.source = source
    try {
      const found = await api.importFile(variant, source.name, source.content)
      if (this.source !== source) return false
      this.found = found
    } catch (error) {
      if (this.source !== source) return false
      this.failed = error instanceof ApiError ? problemText(error.problem) : String(error)
    }
    return true
  }

  /** Reads the source with another variant, and drops it if it has no game of that variant. */
  async as(variant: string): Promise<void> {
    const { source } = this
    if (!source || !(await this.open(variant, source))) return
    if (this.game?.variant === variant) return
    this.close()
    this.failed = t().newGame.fileOther(source.name)
  }

  close() {
    this.source = null
    this.found = null
    this.chosen = 0
    this.failed = ''
  }
}

/** Whether a text is clearly in some format; an incomplete list of moves may belong to any game. */
export const isWhole = (text: string) => /^\s*(?:\(\s*;|\[|Piskvor|[WB]:|\S*\/)/i.test(text)

/** Whether a text looks like a position. */
export const isPosition = (text: string) => /^\s*(?:[wb?]:|[^\s([]\S*\/)/i.test(text)
