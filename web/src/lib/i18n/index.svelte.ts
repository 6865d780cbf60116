// The language of the page. A further language is a file like zh-Hans.ts and a line here.

import type { Family } from '../board/squares'
import { prefs } from '../prefs.svelte'
import { en, type Messages } from './en'
import { detailed, sentence } from './en-files'
import { zhHans } from './zh-Hans'

export const languages: readonly Messages[] = [en, zhHans]

function fromBrowser(): string {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
  for (const tag of wanted) {
    if (tag.toLowerCase().startsWith('zh')) return 'zh-Hans'
    if (tag.toLowerCase().startsWith('en')) return 'en'
  }
  return 'en'
}

/** The messages in the language chosen, or the browser's. */
export function t(): Messages {
  const code = prefs.language === 'auto' ? fromBrowser() : prefs.language
  return languages.find((m) => m.code === code) ?? en
}

/** What a notation is called: the engine's own is, on boards of stones, everybody's. */
export function notationName(family: Family, notation: { id: string; name: string }): string {
  if (family === 'gomoku' && notation.id === 'engine') return t().gomoku.points
  return t().notations[notation.id] ?? notation.name
}

/**
 * A problem in words: in the words for its code, or in the server's where they say more and can be read.
 */
export function problemText(problem: { code: string; message: string }): string {
  const known = t().problems[problem.code]
  // What no one translated is at least in one language.
  if (!known) return t().code === 'en' ? sentence(problem.message) : t().problems.server!
  const more = t().code === 'en' && detailed.includes(problem.code) && problem.message !== ''
  return more ? sentence(problem.message) : known
}
