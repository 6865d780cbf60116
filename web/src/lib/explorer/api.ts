import { json } from '../api'
import type { ExploredOpening, ExploreOpening } from './types'

/** What was played in a position. */
export const explore = (asked: ExploreOpening) =>
  json<ExploredOpening>('/api/openings', 'POST', asked)
