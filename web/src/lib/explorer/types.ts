import type { components } from '../wire'

type Schemas = components['schemas']

export type ExploreOpening = Schemas['ExploreOpening']
export type ExploredOpening = Schemas['ExploredOpening']
export type NextMove = Schemas['NextMove']
