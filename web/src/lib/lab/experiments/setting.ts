// The choices of the experiments, as they are written in an address.

/** A player of a match: a level of ours, or a machine of a textbook; with limits of its search. */
export interface Setting {
  readonly level: number
  /** The id of a machine of a textbook; '' for ours. */
  readonly preset: string
  /** The greatest depth; 0: as usual. */
  readonly depth: number
  /** Milliseconds for a move; 0: as usual. */
  readonly ms: number
}

export interface MatchChoice {
  readonly sides: readonly [Setting, Setting]
  readonly games: number
  /** Whether all games begin from the position that is shown, and not from openings. */
  readonly here: boolean
}

export interface Choices {
  /** Techniques and machines that are compared over depth. */
  readonly compare: readonly string[]
  /** The greatest depth. */
  readonly to: number
  /** The longest time of a search in seconds. */
  readonly seconds: number
  readonly match: MatchChoice
}

export const SECONDS: readonly number[] = [1, 3, 5, 10]
export const GAMES: readonly number[] = [2, 4, 10, 20, 40]
export const TIMES: readonly number[] = [100, 200, 500, 1000, 2000]
export const DEEPEST = 12
export const MOST_COMPARED = 6

const level = (level: number): Setting => ({ level, preset: '', depth: 0, ms: 200 })

export const USUAL_CHOICES: Choices = {
  compare: ['minimax', 'alpha-beta', 'history-only', 'full'],
  to: 5,
  seconds: 3,
  match: { sides: [level(3), level(1)], games: 10, here: false },
}

/** `5`, `5.d3`, `5.t200`, `classic-4.d4.t1000`. */
export function settingText({ level, preset, depth, ms }: Setting): string {
  const limits = [depth > 0 ? `d${depth}` : '', ms > 0 ? `t${ms}` : '']
  return [preset || String(level), ...limits].filter(Boolean).join('.')
}

function readSetting(text: string | null, usual: Setting): Setting {
  const [who = '', ...limits] = (text ?? '').split('.')
  const number = (letter: string) => {
    const found = limits.find((part) => new RegExp(`^${letter}\\d{1,5}$`).test(part))
    return found ? Number(found.slice(1)) : 0
  }
  const level = /^\d{1,2}$/.test(who) ? Number(who) : 0
  const isLevel = level >= 1 && level <= 12
  if (!isLevel && !/^[a-z][a-z-]*-\d+$/.test(who)) return usual
  return {
    level: isLevel ? level : usual.level,
    preset: isLevel ? '' : who,
    depth: Math.min(number('d'), DEEPEST),
    ms: Math.min(number('t'), 10_000),
  }
}

const oneOf = (text: string | null, all: readonly number[], usual: number) =>
  all.includes(Number(text)) ? Number(text) : usual

/** What an address chooses; anything invalid is replaced by the usual. */
export function readChoices(given: URLSearchParams): Choices {
  const usual = USUAL_CHOICES
  const compare = (given.get('compare') ?? '').split(',').filter((id) => /^[a-z0-9-]+$/.test(id))
  const to = Number(given.get('to'))
  const [first, second] = usual.match.sides
  return {
    compare: compare.length > 0 ? [...new Set(compare)].slice(0, MOST_COMPARED) : usual.compare,
    to: Number.isInteger(to) && to >= 2 && to <= DEEPEST ? to : usual.to,
    seconds: oneOf(given.get('longest'), SECONDS, usual.seconds),
    match: {
      sides: [readSetting(given.get('first'), first), readSetting(given.get('second'), second)],
      games: oneOf(given.get('games'), GAMES, usual.match.games),
      here: given.get('begin') === 'here',
    },
  }
}

/** Writes the choices of a tab into an address. */
export function writeChoices(query: URLSearchParams, tab: string, choices: Choices) {
  if (tab === 'depth') {
    query.set('compare', choices.compare.join(','))
    query.set('to', String(choices.to))
    query.set('longest', String(choices.seconds))
  } else if (tab === 'match') {
    const { sides, games, here } = choices.match
    query.set('first', settingText(sides[0]))
    query.set('second', settingText(sides[1]))
    query.set('games', String(games))
    if (here) query.set('begin', 'here')
  }
}
