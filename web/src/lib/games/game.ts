// What a game brings to the page: one object of this shape, made in the game's own folder and
// named in one line of `index.ts`. Nothing else in the page asks which game it is.

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

/** A game's words: English, and the folder where the other languages are fetched from. */
export interface Packs<T extends GameWords> {
  readonly folder: string
  readonly en: T
}

/** Sentences by the word of a reason. `piece`: what shows it; `numbers`: as the reason has them. */
export type WhyWords = Readonly<
  Record<string, (piece: string, numbers: readonly number[]) => string>
>

/** What the page shows of every game, in the game's own words. */
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
  /** What the keys do on this board beside walking and picking; '' where they do nothing more. */
  readonly keys: string
  /** Ends of a game that only this game knows: within a sentence, and as a label. */
  readonly ends: {
    readonly sentences: Readonly<Record<string, string>>
    readonly labels: Readonly<Record<string, string>>
  }
  /** What may be typed or pasted as text. */
  readonly textLabel: string
  /** What files may be opened. */
  readonly fileAbout: string
  /** What the counts are of after which a game is drawn, by the reason they end it with. */
  readonly limits?: Readonly<Record<string, string>>
  /** Why a move is not allowed, by the server's word for it. */
  readonly why?: WhyWords
  /** Names of piece styles, and a remark about some. */
  readonly sets?: Readonly<Record<string, string>>
  readonly setAbout?: Readonly<Record<string, string>>
  /** Names of notations, where the common ones do not fit. */
  readonly notations?: Readonly<Record<string, string>>
  /** What some levels are like, where the common words do not fit. */
  readonly levels?: Readonly<Record<number, string>>
  readonly rules?: Readonly<Record<string, string>>
  readonly rulesAbout?: Readonly<Record<string, string>>
  /** What an export format keeps, by its id, where the common words do not fit. */
  readonly formatAbout?: Readonly<Record<string, string>>
  readonly openingAbout?: Readonly<Record<string, string>>
  /** Faults of positions by their code, where the server's English is not shown. */
  readonly faults?: Readonly<Record<string, string>>
  /** How many pieces a side has on the board, where that is what counts. */
  tally?(n: number): string
  /** The mark of the side to move, where `to move` does not fit. */
  readonly toMove?: string
  /** What a side in check has to do. */
  inCheck?(side: string): string
  /** A win (or loss, negative) in so many moves. */
  winsIn?(n: number): string
}

/** The words of one game: those it has in English, and what else the page asks for. */
export type Own<T> = T & Omit<GameWords, keyof T>

/** What is drawn: everything that needs no words. */
export interface GameLook {
  /** Piece styles one may choose from, the usual one first; empty: there is one. */
  readonly sets: readonly string[]
  /** The address of the symbol that draws a piece (see `Defs`). */
  pieceHref(style: string, piece: { side: Side; kind: string }): string
  /** The colour that stands for a side beside its name. */
  readonly colours: Readonly<Record<Side, 'red' | 'dark' | 'light'>>
  /** Whether the second side sits on the other end of the board. */
  readonly faces: boolean
  /** What stands on or around the board where moves are written so. */
  labels(notation: string): Labels
  /** How the labels take room around the board. */
  coordinates(labels: Labels): Geometry['coordinates']
  /** A class of the board that colours depend on. */
  readonly boardClass?: string
  scenery(g: Geometry, flipped: boolean, labels: Labels, unit: number): Scenery
  /** Letters that jump from piece to piece on the keyboard. */
  readonly keys: Readonly<Record<string, string>>
  /** What a square is called where moves are written so; its name where this is absent. */
  squareName?(board: Board, at: string, notation: string): string
  /** Whether a notation is written with the brush. */
  isBrush?(notation: string): boolean
}

/** What happened, in words. `m`: the language. */
export interface GameSpeech {
  /** `made`: what the stone of a move threatened, where that is known. */
  moved(m: Messages, game: Game, move: MovePlayed, notation: string, made: string): Sentence
  spoken(m: Messages, game: Game, move: MovePlayed, notation: string, made: string): string
  /** A written move as this game prints it. */
  written?(text: string): string
  /** The key of a reason's words: some reasons mean another thing in some games. */
  reason?(variant: string, reason: string): string
  evidence?(m: Messages, end: End, pieces: readonly Piece[]): string
  /** What a hint is worth, where a number says little. */
  hintWorth?(m: Messages, turn: Side, score: Score): string
  /** What the person to move has to do; '' where nothing. */
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

/** What an opening protocol says and answers, where the game has any. */
export interface GameOpenings {
  /** Said when it is somebody's turn to decide. */
  asks(m: Messages, opening: Opening, isPerson: boolean): string
  /** An answer that was given, in words. */
  answered(m: Messages, game: Game, answer: OpeningAnswer): string
  /** The colour of what is put now, where that is not the mover's. */
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
  /** What was tried and the rules do not allow: why, and whether it would be a foul. */
  onrefused?: (why: string, grave: boolean) => void
  /**
   * A move was tried that is none of the legal ones, and the page cannot say why; `to` is `null`
   * for a piece that has no move at all, `from` for one that comes from nowhere.
   */
  ontry?: (from: string | null, to: string | null) => void
  /** Two moves or more fit what was clicked. */
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
  /** No text: it can be kept, not shown. */
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
  }
  /** Pieces and notation that people who read a language expect. */
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
  /** What the rules are called, where each house plays its own; `null`: the variant says it all. */
  rulesOf?(m: Messages, game: Game): { about: string } | { name: string; lines: string[] } | null
  /** The symbols of its pieces, in every style. */
  readonly Defs: Component
  readonly Board: Component<BoardProps>
  /** Its lessons, fetched when they are wanted. */
  readonly Learn: () => Promise<{ default: Component }>
  /** Settings of its own. */
  readonly Settings?: Component
  /** The variants, rules and openings in the form of a new game, where cards do not do. */
  readonly NewGame?: Component<NewGameProps, Record<string, never>, 'form'>
  /** What stands beside the board while one plays. */
  readonly Beside?: Component<{ session: GameSession }>
}
