// How the acts of moderators are put in words.

import type { AccountRole, Moderation } from '../types'
import type { SafetyWords } from './words'

/** What a moderator did, with the words for it; those of a role are its name. */
export function actText(w: SafetyWords, entry: Pick<Moderation['log'][number], 'act' | 'words'>) {
  const { act, words } = entry
  const said = act === 'role_set' ? (w.role[words as AccountRole] ?? words) : words
  return said ? w.act(w.acts[act], said) : w.acts[act]
}
