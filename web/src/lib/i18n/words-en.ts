// All texts of a language as one module: a browser requests one file for it.

import type { GameWords } from '../games/interface'

export { en as messages } from './en'
export const games = import.meta.glob<GameWords>('../games/*/en.ts', { eager: true, import: 'en' })
