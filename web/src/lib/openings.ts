// The names of openings. They are loaded together with the views that show them.

import { gameOf } from './games/registry'
import { t } from './i18n/index.svelte'
import type { Messages } from './i18n/en'

const ofGames = import.meta.glob<Readonly<Record<string, string>>>('./games/*/openings/*.ts', {
  import: 'words',
  eager: true,
})

/** The name of an opening of a variant by its code; '' without a code, or for one that is not known. */
export function openingName(
  variant: string,
  code: string | null | undefined,
  m: Pick<Messages, 'code'> = t(),
): string {
  if (!code) return ''
  const { folder } = gameOf(variant).words
  const of = (language: string) => ofGames[`./games/${folder}/openings/${language}.ts`]?.[code]
  return of(m.code) ?? of('en') ?? ''
}
