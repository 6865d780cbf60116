// What the page asks of the hall, as the server's HTTP interface has it.

import { backend } from './backend'
import type { Family } from './games/registry'
import { base64 } from './play/files'
import { leftOutOf } from './play/left-out'
import type {
  Catalogue,
  Game,
  GameList,
  ImportFile,
  Imported,
  FindThreat,
  FoundThreat,
  JudgedMove,
  JudgeMove,
  NewGame,
  PlacedPiece,
  PositionReport,
  PresetTexts,
  Problem,
  Side,
} from './types'

/** An error from the server, or no answer (`code` is then `offline`). */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/** Whether nothing answered: what was asked for may come later. */
export const isAway = ({ code }: Problem): boolean =>
  code === 'offline' || code === 'part-not-fetched'

/** `last`: the request continues after the page is closed. */
export async function ask(
  path: string,
  method = 'GET',
  body?: unknown,
  last = false,
): Promise<Response> {
  let response: Response
  try {
    response = await backend.fetch(path, {
      method,
      keepalive: last,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  } catch {
    throw new ApiError({ code: 'offline', message: 'The server does not answer.' })
  }
  if (response.ok) return response
  const problem = await response.json().catch(() => null)
  throw new ApiError(
    isProblem(problem) ? problem : { code: 'server', message: `HTTP ${response.status}` },
  )
}

const isProblem = (x: unknown): x is Problem =>
  typeof x === 'object' && x !== null && 'code' in x && 'message' in x

export async function json<T>(path: string, method?: string, body?: unknown): Promise<T> {
  return (await (await ask(path, method, body)).json()) as T
}

export type GameState = 'all' | 'playing' | 'over'

/** Which games to list. */
export interface Wanted {
  state: GameState
  family?: Family
  /** A part of a name. */
  player?: string
  /** Whose, in a hall with several people. */
  of?: 'own' | 'others' | 'open'
}

/** A position as text, or as pieces set up by hand. */
export type AskedPosition = { text: string } | { pieces: PlacedPiece[]; turn: Side }

const gamePath = (id: string) => `/api/games/${encodeURIComponent(id)}`

export const api = {
  catalogue: () => json<Catalogue>('/api/catalogue'),
  /** How the machines of textbooks play that a variant offers. */
  presetTexts: (variant: string) =>
    json<PresetTexts>(`/api/catalogue/${encodeURIComponent(variant)}/presets`),
  create: (game: NewGame) => json<Game>('/api/games', 'POST', game),
  games: (offset: number, limit: number, wanted: Wanted) => {
    const query = new URLSearchParams({ offset: `${offset}`, limit: `${limit}`, ...wanted })
    return json<GameList>(`/api/games?${query.toString()}`)
  },
  game: (id: string) => json<Game>(gamePath(id)),
  rematch: (id: string) => json<Game>(`${gamePath(id)}/rematch`, 'POST'),
  remove: (id: string) => ask(gamePath(id), 'DELETE'),
  exportPath: (id: string, format: string, notation: string) =>
    `${gamePath(id)}/export?format=${format}&notation=${encodeURIComponent(notation)}`,
  /** The file, and what its format has no place for. */
  exported: async (id: string, format: string, notation: string) => {
    const answer = await ask(api.exportPath(id, format, notation))
    return { text: await answer.text(), leftOut: leftOutOf(answer.headers.get('x-left-out')) }
  },
  /** The stored data of a game, also of one that cannot be read. */
  rawPath: (id: string) => `${gamePath(id)}/raw`,
  /** `moves`: played from there; the answer is about the position after them. */
  checkPosition: (variant: string, asked: AskedPosition, moves: readonly string[] = []) =>
    json<PositionReport>('/api/positions', 'POST', { variant, ...asked, moves }),
  /** What a move is worth before it is played. */
  threat: (asked: FindThreat) => json<FoundThreat>('/api/threats', 'POST', asked),
  judge: (asked: JudgeMove) => json<JudgedMove>('/api/judgements', 'POST', asked),
  importFile: (variant: string, name: string, content: ArrayBuffer | string) => {
    const given =
      typeof content === 'string' ? { content } : { base64: base64(new Uint8Array(content)) }
    const file: ImportFile = { variant, name, ...given }
    return json<Imported>('/api/import', 'POST', file)
  },
}
