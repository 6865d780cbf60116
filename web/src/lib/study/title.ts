// What a study is called where it is listed and shown.

import { catalogue } from '../catalogue.svelte'
import { shownNames } from '../game/say'
import { named, t } from '../i18n/index.svelte'
import type { Study, StudySummary } from './types'

/** Its own title; without one the players; without players the variant. */
export const titleOf = ({ title, players, variant }: Study | StudySummary): string =>
  title ||
  (players.some(Boolean)
    ? t().games.versus(...shownNames(t(), variant, players))
    : (named(catalogue.variant(variant)) ?? variant))
