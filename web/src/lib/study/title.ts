// What a study is called where it is listed and shown.

import { catalogue } from '../catalogue.svelte'
import { shownNames } from '../play/say'
import { named, t } from '../i18n/index.svelte'
import type { Study, StudySummary } from './types'

type Named = Pick<Study | StudySummary, 'title' | 'players' | 'variant'>

/** The players, and what else it is called; without both the variant. */
export function titleOf({ title, players, variant }: Named): string {
  const who = players.some(Boolean) ? t().games.versus(...shownNames(t(), variant, players)) : ''
  // A title that a person gave often names them already.
  const isNamed = players.some((name) => name && title.includes(name))
  const parts = isNamed ? [title] : [who, title]
  return parts.filter(Boolean).join(' · ') || (named(catalogue.variant(variant)) ?? variant)
}
