// The messages about puzzles under short names.

import type { components } from '../wire'

type Schemas = components['schemas']

export type Puzzle = Schemas['Puzzle']
export type PuzzleAnswer = Schemas['PuzzleAnswer']
export type PuzzleOther = Schemas['PuzzleOther']
export type PuzzleList = Schemas['PuzzleList']
export type PuzzlePosition = Schemas['PuzzlePosition']
export type PuzzleSolution = Schemas['PuzzleSolution']
export type ShippedPuzzles = Schemas['ShippedPuzzles']
export type ListedPuzzle = Schemas['ListedPuzzle']
