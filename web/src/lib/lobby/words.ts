// The texts of the lobby. They are loaded together with it.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type LobbyWords = typeof en

const all: Readonly<Record<string, LobbyWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const w = (): LobbyWords => all[t().code] ?? en
