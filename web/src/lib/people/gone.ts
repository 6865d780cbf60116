// What is said of a game or a study that is not there any more. Where several people are, it may be there for others.

import { t } from '../i18n/index.svelte'
import { me } from './me.svelte'

export const gameGone = (): string => (me.hasPeople ? t().people.gameGone : t().play.deleted)

/** `deleted`: the words where only one person can have deleted it. */
export const studyGone = (deleted: string): string =>
  me.hasPeople ? t().people.studyGone : deleted
