// The texts of the lessons that all games share.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type LearnRoomWords = typeof en

const all: Readonly<Record<string, LearnRoomWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const l = (): LearnRoomWords => all[t().code] ?? en

/** Sentences one after the other. */
export const joined = (...parts: readonly string[]): string =>
  parts.filter(Boolean).join(t().code === 'en' ? ' ' : '')
