// The wire's messages under short names.
import type { components } from './wire'

type Schemas = components['schemas']

export type Board = Schemas['Board']
export type BoardMove = Schemas['BoardMove']
export type Catalogue = Schemas['Catalogue']
export type ClockSetting = Schemas['ClockSetting']
export type ClockState = Schemas['ClockState']
export type Command = Schemas['Command']
export type End = Schemas['End']
export type Event = Schemas['Event']
export type FamilyPreferences = Schemas['FamilyPreferences']
export type Fault = Schemas['Fault']
/** The subject of a fault besides its squares: a piece in words, and numbers. */
export interface FaultFacts {
  readonly piece: string
  readonly numbers: readonly number[]
}
export type Game = Schemas['Game']
export type GameList = Schemas['GameList']
export type GameSummary = Schemas['GameSummary']
export type GridKind = Schemas['GridKind']
export type ImportFile = Schemas['ImportFile']
export type Imported = Schemas['Imported']
export type ImportedGame = Schemas['ImportedGame']
export type Mark = Schemas['Mark']
export type Moved = Schemas['Moved']
export type MovePlayed = Schemas['MovePlayed']
export type NewGame = Schemas['NewGame']
export type Opening = Schemas['OpeningState']
export type PageData = Schemas['PageData']
export type Picture = Schemas['Picture']
export type OpeningAnswer = Schemas['OpeningAnswer']
export type OpeningChoice = Schemas['OpeningChoice']
export type OpeningRegion = Schemas['OpeningRegion']
export type Piece = Schemas['Piece']
export type PlacedPiece = Schemas['PlacedPiece']
export type Player = Schemas['Player']
export type PositionReport = Schemas['PositionReport']
export type Preferences = Schemas['Preferences']
export type Preset = Schemas['Preset']
export type Problem = Schemas['Problem']
export type Request = Schemas['Request']
export type RefusedMove = Schemas['RefusedMove']
export type RuleSet = Schemas['RuleSet']
export type RuleWarning = Schemas['RuleWarning']
export type Side = Schemas['Side']
export type StonePreferences = Schemas['StonePreferences']
export type Thinking = Schemas['Thinking']
export type Threat = Schemas['Threat']
export type Variant = Schemas['Variant']
export type WireScore = Schemas['WireScore']
export type WrittenMove = Schemas['WrittenMove']

export const otherSide = (side: Side): Side => (side === 'first' ? 'second' : 'first')
export const sideIndex = (side: Side): 0 | 1 => (side === 'first' ? 0 : 1)
