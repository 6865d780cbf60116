// The interface of a game in the page. Each game exports one such object from its own folder, and one line
// of `index.ts` registers it. No other file depends on a particular game.

import type { Component } from 'svelte'
import type { Placement } from '../board/boards'
import type { Geometry } from '../board/geometry'
import type { Labels, Scenery } from '../board/scenery'
import type { Demo } from '../home/demo'
import type { Form } from '../play/form'
import type { Score, Sentence } from '../play/say'
import type { GameSession } from '../play/session.svelte'
import type { Messages } from '../i18n/en'
import type { Course } from '../learn/types'
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

/** Where a game's texts are: the folder with a file for each language. */
export interface Packs<T extends GameWords> {
  readonly folder: string
  /** The type of the texts; it is never set. */
  readonly type?: T
}

/** Sentences by the code of a reason. `piece`: the piece concerned; `numbers`: the reason's numbers. */
export type WhyWords = Readonly<
  Record<string, (piece: string, numbers: readonly number[]) => string>
>

/** The texts that the page needs from every game. */
export interface GameWords {
  readonly name: string
  /** Translations of the server's names, by the English name or the simplified Chinese one. */
  readonly names?: Readonly<Record<string, string>>
  readonly sides: Readonly<Record<Side, string>>
  /** A piece with its colour: `red cannon`. */
  piece(side: Side, kind: string): string
  /** A piece without its colour, by its side's name for it. */
  kind(side: Side, kind: string): string
  /** What a piece is and how it moves, by its kind, for those to whom pieces are offered. */
  readonly pieceAbout?: Readonly<Record<string, string>>
  /** A description of a variant, by its id. */
  readonly variantAbout: Readonly<Record<string, string>>
  /** The game's own keys on this board, in words; '' if there are none. */
  readonly keys: string
  /** The ends that only this game has: within a sentence, and as a label. */
  readonly ends: {
    readonly sentences: Readonly<Record<string, string>>
    readonly labels: Readonly<Record<string, string>>
  }
  /** The texts that can be typed or pasted. */
  readonly textLabel: string
  /** The files that can be opened. */
  readonly fileAbout: string
  /** The names of the counters that end a game in a draw, by the reason of that draw. */
  readonly limits?: Readonly<Record<string, string>>
  /** Why a move is not allowed, by the server's code. */
  readonly why?: WhyWords
  /** Names of piece styles, and remarks about some of them. */
  readonly sets?: Readonly<Record<string, string>>
  readonly setAbout?: Readonly<Record<string, string>>
  /** Names of notations, where the common texts do not fit. */
  readonly notations?: Readonly<Record<string, string>>
  /** The descriptions of levels, where the common texts do not fit. */
  readonly levels?: Readonly<Record<number, string>>
  readonly rules?: Readonly<Record<string, string>>
  readonly rulesAbout?: Readonly<Record<string, string>>
  /** What an export format keeps, by its id, where the common texts do not fit. */
  readonly formatNames?: Readonly<Record<string, string>>
  readonly formatAbout?: Readonly<Record<string, string>>
  readonly openingAbout?: Readonly<Record<string, string>>
  /** Faults of positions by their code, for languages that do not show the server's English. */
  readonly faults?: Readonly<Record<string, string>>
  /** The number of a side's pieces in words, in games that this number decides. */
  tally?(n: number): string
  /** The label of the side to move, where `to move` does not fit. */
  readonly toMove?: string
  /** The obligation of a side in check. */
  inCheck?(side: string): string
  /** A win (or a loss, if negative) in this number of moves. */
  winsIn?(n: number): string
}

/** The texts of one game: the English ones, and the other languages the page needs. */
export type Own<T> = T & Omit<GameWords, keyof T>

/** A choice of pieces for newcomers. */
export interface PieceOffer {
  /** The styles, the usual one first. */
  readonly styles: readonly string[]
  /** The kinds of pieces, in the order in which they are explained. */
  readonly kinds: readonly string[]
  /** The kind that stands for a style. */
  readonly sample: string
}

/** The drawing of a game: everything without texts. */
export interface GameLook {
  /** The piece styles, the default first; empty: there is only one. */
  readonly sets: readonly string[]
  /** What is offered at the first board to somebody who may not know the usual pieces; `null` for who reads them. */
  offered?(language: string): PieceOffer | null
  /** The address of the symbol that draws a piece (see `Defs`). */
  pieceHref(style: string, piece: { side: Side; kind: string }): string
  /** The colour of a side's dot beside its name. */
  readonly colours: Readonly<Record<Side, 'red' | 'dark' | 'light'>>
  /** Whether the second side sits at the opposite edge of the board. */
  readonly faces: boolean
  /** The labels on or around the board for a notation. */
  labels(notation: string): Labels
  /** The space of the labels around the board. */
  coordinates(labels: Labels): Geometry['coordinates']
  /** A class of the board that determines its colours. */
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
  /** `made`: the threat that a move's stone made, if it is known. */
  moved(m: Messages, game: Game, move: MovePlayed, notation: string, made: string): Sentence
  spoken(m: Messages, game: Game, move: MovePlayed, notation: string, made: string): string
  /** A move in notation, shortened where this game needs it. */
  written?(text: string): string
  /**
   * The key of a reason's text: some reasons have a different meaning in some games, or by the pieces that are left.
   * `pieces`: those at the end, if they are known.
   */
  reason?(
    variant: string,
    end: Pick<End, 'reason' | 'winner'>,
    pieces?: readonly Pick<Piece, 'side'>[],
  ): string
  /** The score at the end, in games that are decided by one. */
  score?(m: Messages, pieces: readonly Piece[]): string
  evidence?(m: Messages, end: End, pieces: readonly Piece[], notation?: string): string
  /** A move that the server has not written yet, in a notation that names no squares. */
  pending?(game: Game, move: BoardMove, notation: string): string | null
  /** The value of a hint in words, where a number is not clear. */
  hintWorth?(m: Messages, turn: Side, score: Score): string
  /**
   * Where a point is, in notations that name no points: `file 5`. `side`: the side whose counting is
   * meant if no piece stands there. '' in a notation that names points.
   */
  where?(m: Messages, board: Board, at: string, notation: string, side: Side): string
  /** The obligation of the side to move; '' if there is none. */
  duty?(m: Messages, game: Game, notation: string): string
  /** Why a piece may not make the move that a person tried; '' if the page does not know. `to` is
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
  /** An earlier choice in words. */
  answered(m: Messages, game: Game, answer: OpeningAnswer): string
  /** The colour of the next stone, if it is not that of the side to move. */
  puts(opening: Opening): Side | null
}

export interface BoardProps {
  variant: string
  board: Board
  flipped?: boolean
  /** The side whose pieces can be moved now; `null`: the board is read-only. */
  mover?: Side | null
  /** A move waits for its answer, and the next move is made at this board too. */
  waits?: boolean
  /** Set-up by hand: the board reports taps and drags without checking them. */
  editing?: boolean
  hint?: { from: string | null; to: string } | null
  extraMarks?: readonly Mark[]
  label: string
  /** The path of the last move, both ends included, if it should be drawn. */
  trail?: readonly string[]
  /** Squares of the pieces captured on that path. */
  fallen?: readonly string[]
  opening?: Opening | null
  /** The moves up to the shown position. */
  moves?: readonly { to: string; ply: number }[]
  onmove?: (move: BoardMove, way: readonly string[]) => void
  /** Called for a tried move that is not allowed: the reason, and whether it would be a foul. */
  onrefused?: (why: string, grave: boolean, at?: string) => void
  /**
   * Called for a tried move that is not legal and whose reason the page does not know; `to` is `null`
   * for a piece without any legal move, `from` is `null` for a move without an origin.
   */
  ontry?: (from: string | null, to: string | null) => void
  /** Called for a click on a square of a board on which nothing can be moved now. */
  onidle?: (at: string) => void
  /** Several moves fit the clicked squares. */
  onask?: () => void
  onplace?: (at: string) => void
  ondrag?: (from: string, to: string | null) => void
}

export interface NewGameProps {
  form: Form
  /** Whether the game begins from its standard start position. */
  standard: boolean
  onvariant: (id: string) => void
}

export interface GamePage {
  /** The family's name on the wire. */
  readonly id: string
  /** Whether a variant belongs to this game; also for variants outside the catalogue. */
  owns(variant: string): boolean
  /** The well-known variants in the order of the list; the others are under "more". */
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
    /** Extensions of those formats that do not name the rules of their games. */
    readonly silent?: readonly string[]
  }
  /** The default pieces and notation for a language. */
  customary(language: string): { readonly notation: string; readonly pieces: string }
  /** A quiet middle-game position in which every mark can be shown. */
  readonly sample: {
    readonly variant: string
    readonly pieces: Placement
    readonly marks: readonly Mark[]
    readonly moves?: readonly string[]
  }
  /** Some moves from the start position, which the front page plays. */
  readonly demo: Demo
  /** The move that needs no square, in rules that have one, with its words. */
  pass?(
    m: Messages,
    variant: string,
    rules: string,
  ): { readonly text: string; readonly label: string; readonly about: string } | null
  /** Whether two variants share their rules, so that a chosen rule set can be kept. */
  sameRules?(a: string, b: string): boolean
  /** Whether a position of one variant can be used on the board of another. */
  sameBoard?(a: string, b: string): boolean
  /** The name of the rules, if a game may have rules of its own; `null`: the variant determines them. */
  rulesOf?(m: Messages, game: Game): { about: string } | { name: string; lines: string[] } | null
  /** The symbols of its pieces, in every style. */
  readonly Defs: Component
  readonly Board: Component<BoardProps>
  /** Its courses of exercises, the first one for beginners. */
  readonly courses: readonly Course[]
  /** Its rules in pictures, loaded on demand. */
  readonly Learn: () => Promise<{ default: Component }>
  /** Settings of its own. */
  readonly Settings?: Component
  /**
   * The choice of variants, rules and openings in the form of a new game, where cards do not suffice;
   * loaded on demand.
   */
  readonly NewGame?: () => Promise<{
    default: Component<NewGameProps, Record<string, never>, 'form'>
  }>
  /** The panel beside the board during a game, loaded on demand. */
  readonly Beside?: () => Promise<{ default: Component<{ session: GameSession }> }>
}
