// The game's texts in the language of the page, or in a given language.

import { pick, pickIn } from '../../i18n/index.svelte'
import type { Messages } from '../../i18n/en'
import type { Packs } from '../interface'
import type { Words } from './en'

export const packs: Packs<Words> = { folder: 'gomoku' }

export const words = (): Words => pick(packs)
export const wordsIn = (m: Messages): Words => pickIn(m, packs)
