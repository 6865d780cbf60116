// The one outbox of the page.

import { api, ApiError } from './api'
import { browserShelf, Outbox } from './outbox.svelte'

export const outbox = new Outbox({
  shelf: browserShelf(),
  gone: async (game) => {
    try {
      await api.game(game)
      return null
    } catch (error) {
      const gone = error instanceof ApiError && error.problem.code === 'not-found'
      return gone ? error.problem : null
    }
  },
})
