// All texts of a language as one module: a browser requests one file for it.

import type { GameWords } from '../games/interface'

export { words as messages } from './zh-Hant'
export const games = import.meta.glob<GameWords>('../games/*/zh-Hant.ts', {
  eager: true,
  import: 'words',
})
