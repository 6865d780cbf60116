// The interface of a game in the page. Each game exports one such object from its own folder, and one line
// of `index.ts` registers it. No other file depends on a particular game.

import type { Component } from 'svelte'
import type { Placement } from '../board/boards'
import type { Geometry } from '../board/geometry'
import type { Labels, Scenery } from '../board/scenery'
import type { Form } from '../game/form'
import type { Score, Sentence } from '../game/say'
import type { GameSession } from '../game/session.svelte'
import type { Messages } from '../i18n/en'
import type {
  Board,
  BoardMove,
  End,
  Game,
  Mark,
  MovePlayed,
  Opening,
  OpeningAnswer,
  Piece,
  Side,
  Variant,
} from '../types'

/** A game's texts: English, and the folder from which the other languages are fetched. */
export interface Packs<T extends GameWords> {
  readonly folder: string
  readonly en: T
}

/** Sentences by the code of a reason. `piece`: the piece concerned; `numbers`: the reason's numbers. */
export type WhyWords = Readonly<
  Record<string, (piece: string, numbers: readonly number[]) => string>
>

/** The texts that the page needs from every game. */
export interface GameWords {
  readonly name: string
  /** Names the server sends in English (the key) and simplified Chinese, in this language. */
  readonly names?: Readonly<Record<string, string>>
  readonly sides: Readonly<Record<Side, string>>
  /** A piece with its colour: `red cannon`. */
  piece(side: Side, kind: string): string
  /** A piece without its colour, as its side calls it. */
  kind(side: Side, kind: string): string
  /** A line about a variant, by its id. */
  readonly variantAbout: Readonly<Record<string, string>>
  /** The function of further keys on this board; '' if there are none. */
  readonly keys: string
  /** Ends of a game that only this game knows: within a sentence, and as a label. */
  readonly ends: {
    readonly sentences: Readonly<Record<string, string>>
    readonly labels: Readonly<Record<string, string>>
  }
  /** The texts that may be typed or pasted. */
  readonly textLabel: string
  /** The files that may be opened. */
  readonly fileAbout: string
  /** The names of the counters that end a game in a draw, by the reason of that draw. */
  readonly limits?: Readonly<Record<string, string>>
  /** Why a move is not allowed, by the server's code. */
  readonly why?: WhyWords
  /** Names of piece styles, and a remark about some. */
  readonly sets?: Readonly<Record<string, string>>
  readonly setAbout?: Readonly<Record<string, string>>
  /** Names of notations, where the common ones do not fit. */
  readonly notations?: Readonly<Record<string, string>>
  /** The descriptions of levels, where the common ones do not fit. */
  readonly levels?: Readonly<Record<number, string>>
  readonly rules?: Readonly<Record<string, string>>
  readonly rulesAbout?: Readonly<Record<string, string>>
  /** What an export format keeps, by its id, where the common words do not fit. */
  readonly formatAbout?: Readonly<Record<string, string>>
  readonly openingAbout?: Readonly<Record<string, string>>
  /** Faults of positions by their code, where the server's English is not shown. */
  readonly faults?: Readonly<Record<string, string>>
  /** How many pieces a side has on the board, in games that are decided by it. */
  tally?(n: number): string
  /** The mark of the side to move, where `to move` does not fit. */
  readonly toMove?: string
  /** The obligation of a side in check. */
  inCheck?(side: string): string
  /** A win (or loss, negative) in so many moves. */
  winsIn?(n: number): string
}

/** The texts of one game: those in English, and the others that the page needs. */
export type Own<T> = T & Omit<GameWords, keyof T>

/** The drawing of a game: everything without texts. */
export interface GameLook {
  /** The piece styles, the default first; empty: there is only one. */
  readonly sets: readonly string[]
  /** The address of the symbol that draws a piece (see `Defs`). */
  pieceHref(style: string, piece: { side: Side; kind: string }): string
  /** The colour that stands for a side beside its name. */
  readonly colours: Readonly<Record<Side, 'red' | 'dark' | 'light'>>
  /** Whether the second side sits on the other end of the board. */
  readonly faces: boolean
  /** The labels on or around the board for a notation. */
  labels(notation: string): Labels
  /** The space of the labels around the board. */
  coordinates(labels: Labels): Geometry['coordinates']
  /** A class of the board that colours depend on. */
  readonly boardClass?: string
  scenery(g: Geometry, flipped: boolean, labels: Labels, unit: number): Scenery
  /** Letters that jump from piece to piece on the keyboard. */
  readonly keys: Readonly<Record<string, string>>
  /** The name of a square in a notation; its engine name if absent. */
  squareName?(board: Board, at: string, notation: string): string
  /** Whether a notation uses the brush font. */
  isBrush?(notation: string): boolean
}

/** Events as sentences. `m`: the language. */
export interface GameSpeech {
  /** `made`: what the stone of a move threatened, where that is known. */
  moved(m: Messages, game: Game, move: MovePlayed, notation: string, made: string): Sentence
  spoken(m: Messages, game: Game, move: MovePlayed, notation: string, made: string): string
  /** A written move as this game prints it. */
  written?(text: string): string
  /** The key of a reason's text: some reasons have another meaning in some games. */
  reason?(variant: string, reason: string): string
  evidence?(m: Messages, end: End, pieces: readonly Piece[]): string
  /** The value of a hint in words, where a number is not clear. */
  hintWorth?(m: Messages, turn: Side, score: Score): string
  /** The obligation of the side to move; '' if there is none. */
  duty?(m: Messages, game: Game, notation: string): string
  /** Why a piece may not go where a person tried; '' where there is nothing to say. `to` is
   * `null` when the piece was only picked. */
  refused?(
    m: Messages,
    board: Board,
    from: string,
    to: string | null,
    name: (at: string) => string,
  ): string
}

/** The texts of opening protocols, if the game has any. */
export interface GameOpenings {
  /** The announcement of a decision in an opening. */
  asks(m: Messages, opening: Opening, isPerson: boolean): string
  /** A choice that was made, in words. */
  answered(m: Messages, game: Game, answer: OpeningAnswer): string
  /** The colour of the next stone, if it is not that of the side to move. */
  puts(opening: Opening): Side | null
}

export interface BoardProps {
  variant: string
  board: Board
  flipped?: boolean
  /** The side whose pieces may be moved now; `null`: look only. */
  mover?: Side | null
  /** A move is on its way, and the next one is made at this board too. */
  waits?: boolean
  /** Set-up by hand: taps and drags are reported as they are. */
  editing?: boolean
  hint?: { from: string | null; to: string } | null
  extraMarks?: readonly Mark[]
  label: string
  /** The path of the last move, both ends included, where it is one to draw. */
  trail?: readonly string[]
  /** Squares where something was captured on that path. */
  fallen?: readonly string[]
  opening?: Opening | null
  /** The moves up to what is shown. */
  moves?: readonly { to: string; ply: number }[]
  onmove?: (move: BoardMove, way: readonly string[]) => void
  /** A move that was tried and is not allowed: the reason, and whether it would be a foul. */
  onrefused?: (why: string, grave: boolean) => void
  /**
   * A move was tried that is none of the legal ones, and the page cannot say why; `to` is `null`
   * for a piece that has no move at all, `from` for one that comes from nowhere.
   */
  ontry?: (from: string | null, to: string | null) => void
  /** Several moves fit the clicked squares. */
  onask?: () => void
  onplace?: (at: string) => void
  ondrag?: (from: string, to: string | null) => void
}

export interface NewGameProps {
  form: Form
  /** Whether the game begins from its usual start. */
  standard: boolean
  onvariant: (id: string) => void
}

/** A format games are exported in. */
export interface ExportFormat {
  readonly id: string
  readonly name: string
  /** Moves are written in one of several notations. */
  readonly notations?: boolean
  /** Not a text: it can be saved but not shown. */
  readonly binary?: boolean
}

export interface GamePage {
  /** The family's name on the wire. */
  readonly id: string
  /** Whether a variant is of this game; also variants the catalogue does not list. */
  owns(variant: string): boolean
  /** Variants most people know, in the order to offer them; the others stand under "more". */
  readonly known: readonly string[]
  /** A variant that the catalogue implies but does not list. */
  implied?(id: string, listed: readonly Variant[]): Variant | undefined
  readonly words: Packs<GameWords>
  readonly look: GameLook
  /** The kind of piece that a move without an origin puts on the board. */
  readonly dropped?: string
  readonly say: GameSpeech
  readonly openings?: GameOpenings
  readonly files: {
    /** Endings of files that may hold its games. */
    readonly endings: readonly string[]
    readonly exports: readonly ExportFormat[]
    /** Endings of those that do not say by which rules their games are played. */
    readonly silent?: readonly string[]
  }
  /** The usual pieces and notation for a language. */
  customary(language: string): { readonly notation: string; readonly pieces: string }
  /** A quiet middle game with something to show every mark. */
  readonly sample: {
    readonly variant: string
    readonly pieces: Placement
    readonly marks: readonly Mark[]
    readonly moves?: readonly string[]
  }
  /** Whether two variants share their rules, so that a choice of them can be kept. */
  sameRules?(a: string, b: string): boolean
  /** Whether a position of one variant fits the board of another. */
  sameBoard?(a: string, b: string): boolean
  /** The name of the rules, if a game may have rules of its own; `null`: the variant determines them. */
  rulesOf?(m: Messages, game: Game): { about: string } | { name: string; lines: string[] } | null
  /** The symbols of its pieces, in every style. */
  readonly Defs: Component
  readonly Board: Component<BoardProps>
  /** Its lessons, fetched when they are needed. */
  readonly Learn: () => Promise<{ default: Component }>
  /** Settings of its own. */
  readonly Settings?: Component
  /** The variants, rules and openings in the form of a new game, where cards do not do. */
  readonly NewGame?: Component<NewGameProps, Record<string, never>, 'form'>
  /** What stands beside the board while one plays. */
  readonly Beside?: Component<{ session: GameSession }>
}
