// The texts of pictures and links, loaded together with the dialog or the view that shows them.

import { t } from '../i18n/index.svelte'
import { en } from './en'
import { words as zhHans } from './zh-Hans'
import { words as zhHant } from './zh-Hant'

export type PictureWords = typeof en

const all: Readonly<Record<string, PictureWords>> = { en, 'zh-Hans': zhHans, 'zh-Hant': zhHant }

/** The texts in the language of the page. */
export const p = (): PictureWords => all[t().code] ?? en
