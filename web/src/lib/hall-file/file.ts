// All that a hall has of a person as one file: as a hall in the browser writes it, or a hall with a server.

import {
  alone,
  gameOfRaw,
  studyOfRaw,
  type RawGame,
  type RawStudy,
  type StoredGame,
  type StoredReview,
  type StoredStudy,
} from '../backend/raw'
import { keptOf, type Kept } from './kept'

const FORMAT = 'yiqi-hall 1'
/** What a hall with a server writes. */
const OF_SERVER = 'yiqi-person'

export interface HallFile {
  readonly format: string
  readonly games: readonly { readonly game: StoredGame }[]
  readonly studies: readonly StoredStudy[]
  readonly reviews: readonly StoredReview[]
  readonly tags?: readonly { readonly id: string; readonly tags: readonly string[] }[]
  /** What the browser remembers besides: progress and preferences. */
  readonly kept?: Kept
}

/** What became of a file. */
export interface Taken {
  readonly games: number
  readonly studies: number
  /** Those that were here already. */
  readonly known: number
  /** Those that cannot be read. */
  readonly damaged: number
  /** Those that have another id in the hall than in the file. */
  readonly ids?: Readonly<Record<string, string>>
}

interface ServerFile {
  readonly games: readonly RawGame[]
  readonly studies: readonly RawStudy[]
  readonly reviews?: readonly StoredReview[]
  readonly tags?: HallFile['tags']
  readonly kept?: Record<string, Record<string, unknown>>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a text says, and how many of its games and studies cannot be read; null: it is no such file. */
export function readFile(text: string): { file: HallFile; damaged: number } | null {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(given) || !Array.isArray(given.games) || !Array.isArray(given.studies)) return null
  if (given.format === FORMAT && Array.isArray(given.reviews)) {
    return { file: given as unknown as HallFile, damaged: 0 }
  }
  if (given.format !== OF_SERVER) return null
  return ofServer(given as unknown as ServerFile)
}

function ofServer(of: ServerFile): { file: HallFile; damaged: number } {
  let damaged = 0
  const read = <From, To>(list: readonly From[], one: (from: From) => To): To[] =>
    list.flatMap((from) => {
      try {
        return [one(from)]
      } catch {
        damaged++
        return []
      }
    })
  const games = read(of.games, (raw) => ({ game: alone(gameOfRaw(raw)) }))
  const studies = read(of.studies, studyOfRaw)
  const { reviews = [], tags = [], kept = {} } = of
  const file = { format: FORMAT, games, studies, reviews, tags, kept: keptOf(kept) }
  return { file, damaged }
}

/** A part of a file, while it is put together. */
interface Part {
  readonly format: string
  readonly games: HallFile['games'][number][]
  readonly studies: StoredStudy[]
  readonly reviews: StoredReview[]
  readonly tags: NonNullable<HallFile['tags']>[number][]
}

/** The file in parts of about so many characters: a study is in one part with its game and its review. */
export function parts(file: HallFile, size: number): HallFile[] {
  const reviews = new Map(file.reviews.map((review) => [review.study, review]))
  const tags = new Map((file.tags ?? []).map((of) => [of.id, of]))
  const ofGames = new Map(
    file.studies.flatMap((study) => (study.game ? [[study.game, study]] : [])),
  )
  const found: Part[] = []
  let left = 0
  const add = (games: Part['games'], studies: readonly StoredStudy[]) => {
    const own: Part = {
      format: file.format,
      games,
      studies: [...studies],
      reviews: studies.flatMap(({ id }) => reviews.get(id) ?? []),
      tags: games.flatMap(({ game }) => tags.get(game.id) ?? []),
    }
    const length = JSON.stringify(own).length
    const last = found.at(-1)
    if (!last || length > left) {
      found.push(own)
      left = size - length
      return
    }
    left -= length
    last.games.push(...own.games)
    last.studies.push(...own.studies)
    last.reviews.push(...own.reviews)
    last.tags.push(...own.tags)
  }
  for (const one of file.games) {
    const study = ofGames.get(one.game.id)
    ofGames.delete(one.game.id)
    add([one], study ? [study] : [])
  }
  const rest = new Set(ofGames.values())
  for (const study of file.studies) if (!study.game || rest.has(study)) add([], [study])
  return found
}
