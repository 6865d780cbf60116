// The keys of a study.

import { prefs } from '../prefs.svelte'
import type { StudySession } from './session.svelte'
import { ROOT } from './tree'

export interface Actions {
  readonly session: StudySession
  /** The first move of the best line; `null` if there is none. */
  readonly best: string | null
  flip(): void
  keys(): void
  comment(): void
  view(): void
  menu(): void
}

interface Place {
  /** The arrows walk over the board. */
  readonly onBoard: boolean
  /** The arrows move between tabs. */
  readonly inTabs: boolean
  /** The space bar presses a button. */
  readonly onButton: boolean
  /** The letters with which the board jumps from piece to piece. */
  readonly letters: Readonly<Record<string, string>>
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** The keys that step through the tree. */
function step(key: string, { session }: Actions, place: Place): (() => void) | null {
  if (key === '[') return () => session.previous()
  if (key === ']') return () => session.next()
  if (place.onBoard || place.inTabs) return null
  switch (key) {
    case 'ArrowLeft':
      return () => session.previous()
    case 'ArrowRight':
      return () => session.next()
    case 'ArrowUp':
      return () => session.beside(-1)
    case 'ArrowDown':
      return () => session.beside(1)
    case 'Home':
      return () => session.first()
    case 'End':
      return () => session.end()
    default:
      return null
  }
}

/** The action of a key; `null` for none. */
export function meaning(event: Pressed, actions: Actions, place: Place): (() => void) | null {
  const { session } = actions
  if (event.ctrlKey || event.metaKey) {
    const letter = event.key.toLowerCase()
    if (letter === 'y' && !event.shiftKey) return () => session.redo()
    if (letter !== 'z') return null
    return event.shiftKey ? () => session.redo() : () => session.undo()
  }
  if (event.altKey) return null
  const found = step(event.key, actions, place)
  if (found) return found
  if (session.aside.line) {
    // The keys below are about the node, and another position is shown.
    if (event.key === 'Escape') return () => session.leaveLine()
    if (event.key === 'Delete' || event.key === ' ') return null
  }
  if (event.key === 'Delete' && session.at !== ROOT && !event.repeat) {
    return () => session.remove(session.at)
  }
  if (event.key === 'ContextMenu' && session.at !== ROOT) return () => actions.menu()
  if (!prefs.letter_keys || event.repeat) return null
  // On the board its own letters come first.
  if (place.onBoard && (event.key === ' ' || event.key.toLowerCase() in place.letters)) return null
  if (event.key === ' ' && place.onButton) return null
  switch (event.key) {
    case 'p':
      return () => session.promote(session.at)
    case 'P':
      return () => session.makeMain(session.at)
    case 'd':
      return () => session.demote(session.at)
    case 'x':
      return () => session.collapse(session.at, !session.node?.collapsed)
    case 'c':
      return () => actions.comment()
    case 'm':
      return () => actions.menu()
    case 'a':
      return () => session.analyses.turn(!session.analyses.on)
    case 'r':
      return session.position?.can_pass
        ? () => session.analyses.setThreat(!session.analyses.threat)
        : null
    case 'f':
      return () => actions.flip()
    case 'v':
      return () => actions.view()
    case ' ': {
      const { best } = actions
      return best && !session.analyses.threat ? () => session.play({ text: best }) : null
    }
    case '?':
      return () => actions.keys()
    default:
      return null
  }
}
