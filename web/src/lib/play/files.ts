// Game files: their formats and extensions, and their bytes as text for the server.

import { catalogue } from '../catalogue.svelte'
import type { GamePage } from '../games/interface'
import { t, wordsOf } from '../i18n/index.svelte'
import type { FileFormat } from '../types'

/** The formats of a game, its own first. */
const formatsOf = (game: GamePage): readonly FileFormat[] =>
  catalogue.value?.families.find((family) => family.id === game.id)?.formats ?? []

/** The formats in which its games can be written. */
export const exportsOf = (game: GamePage): FileFormat[] =>
  formatsOf(game).filter((format) => format.written)

/** The name of a format in lists. */
export const formatName = (game: GamePage, { id, name }: FileFormat): string =>
  wordsOf(game).formatNames?.[id] ?? t().export.names[id] ?? name

/** The extensions of files to open, the game's own first: a file may belong to another game. */
export const allEndings = (game: GamePage): string[] => {
  const families = catalogue.value?.families ?? []
  const formats = [...formatsOf(game), ...families.flatMap((family) => family.formats)]
  return [...new Set(formats.flatMap(({ id, endings }) => [id, ...endings]))]
}

/** Bytes in base64, converted in parts: a call has a limited number of arguments. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  }
  return btoa(text)
}
