// The messages of the archive under short names.

import type { components } from '../wire'

type Schemas = components['schemas']

export type ArchiveList = Schemas['ArchiveList']
export type ArchivedGame = Schemas['ArchivedGame']
export type ArchiveOrder = Schemas['ArchiveOrder']
export type ArchiveQuery = Schemas['ArchiveQuery']
export type BoardPattern = Schemas['BoardPattern']
export type EndedAs = Schemas['EndedAs']
export type NextMove = Schemas['NextMove']
export type PatternSquare = Schemas['PatternSquare']
export type TagCount = Schemas['TagCount']
export type WantedPosition = Schemas['WantedPosition']
export type ArchiveImportEvent = Schemas['ArchiveImportEvent']
