import { RememberedIds } from '../remembered.svelte'

/** The exercises that were done in this browser. */
export const progress = new RememberedIds('yiqi.exercises')
