// The announcements of a study for a screen reader: the shown move, what a command did, the score, the review.

import { joined, sideName, speakMove } from '../play/say'
import { t } from '../i18n/index.svelte'
import { notationOf } from '../prefs.svelte'
import { failedWords } from './reason'
import { asGame, worth } from './score'
import type { StudySession } from './session.svelte'
import { ROOT } from './tree'
import type { Review, StudyCommand, StudyNode } from './types'
import { s } from './words'

/** Milliseconds within which a command and the position that it leads to are one announcement. */
const TOGETHER = 400
/** How often the progress of a review is spoken while it runs. */
const PARTS = 4

type Said = { readonly text: string; readonly at: number }
const nothing: Said = { text: '', at: -Infinity }

export class StudySpeaker {
  /** The text of the live region. */
  text = $state('')
  /** What the last command did. */
  #act = nothing
  /** The last position. */
  #place = nothing
  /** The last state of the review; `null` before the first. */
  #reviewed: { state: string; part: number } | null = null
  /** The last score, with its position. */
  #score = ''

  say(text: string) {
    this.text = text
  }

  #tell(place: Said, act: Said) {
    this.#place = place
    this.#act = act
    const now = performance.now()
    const fresh = [act, place].filter(({ at }) => now - at < TOGETHER)
    this.text = joined(
      t(),
      fresh.map(({ text }) => text),
    )
  }

  /** A position is shown. */
  looked(session: StudySession, node: StudyNode) {
    const { study } = session
    if (!study) return
    const text = node.played
      ? joined(t(), [
          speakMove(t(), asGame(study, []), node.played, notationOf(study.variant)),
          node.comment,
        ])
      : s().atStart
    this.#tell({ text, at: performance.now() }, this.#act)
  }

  /** A move was entered on the board, and is shown. */
  played({ tree, node }: StudySession) {
    const beside = node && tree.get(node.parent ?? ROOT)?.children[0] !== node.id
    if (beside) this.#did(s().said.variation)
  }

  #did(text: string) {
    this.#tell(this.#place, { text, at: performance.now() })
  }

  /** The server has carried out a command. */
  done(command: StudyCommand) {
    const { said } = s()
    switch (command.type) {
      case 'undo':
      case 'redo':
      case 'delete':
      case 'promote':
      case 'demote':
      case 'make_main':
      case 'title':
        return this.#did(said[command.type])
      case 'collapse':
        return this.#did(command.collapsed ? said.folded : said.unfolded)
      case 'comment':
        return this.#did(command.text ? said.comment : said.noComment)
      case 'shapes':
        return this.#did(command.shapes.length > 0 ? said.shapes : said.noShapes)
    }
  }

  /** The score of the shown position, as the machine sees it now. */
  scored({ study, at, analyses }: StudySession) {
    const { best } = analyses
    const line = best?.lines[0]
    if (!study || !line) return
    const text = worth(t(), study.variant, line.score)
    if (this.#score !== `${at} ${text}`) this.text = s().machine.spoken(text, line.depth)
    this.#score = `${at} ${text}`
  }

  /** The review has changed. What it was when the study was opened is not spoken. */
  reviewed({ study, review }: StudySession) {
    if (!study) return
    const before = this.#reviewed
    const state = review?.state ?? ''
    const part = review ? Math.floor((PARTS * review.done) / Math.max(1, review.total)) : 0
    this.#reviewed = { state, part }
    if (!before || !review || (before.state === state && before.part === part)) return
    const text = this.#reviewWords(study.variant, review)
    if (text) this.text = text
  }

  #reviewWords(variant: string, review: Review): string {
    const words = s().review
    switch (review.state) {
      case 'waiting':
        return words.waiting
      case 'running':
        return words.running(review.done, review.total)
      case 'done': {
        const sides = (['first', 'second'] as const).flatMap((side, i) => {
          const { accuracy } = review.sides[i] ?? {}
          return typeof accuracy === 'number'
            ? [`${sideName(t(), variant, side)} ${Math.round(accuracy)}`]
            : []
        })
        return joined(t(), [words.finished, sides.length > 0 ? words.accuracies(sides) : ''])
      }
      case 'failed':
        return failedWords(review.failure)
      case 'cancelled':
        return words.cancelled
      default:
        return ''
    }
  }
}
