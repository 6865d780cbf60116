import { RememberedIds } from '../remembered.svelte'

/** The puzzles that were solved in this browser. */
export const solved = new RememberedIds('yiqi.puzzles', 20_000)
