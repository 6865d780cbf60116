import type { Source } from './rows'

/** The games that the explorer counts, for as long as the page is open. */
export const chosen = $state<{ source: Source }>({ source: 'machine' })
