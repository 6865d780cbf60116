import { beforeEach, describe, expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import { en } from '../i18n/en'
import { zhHans } from '../i18n/zh-Hans'
import { sayAnswer } from '../gomoku/opening'
import type { Socket } from '../live'
import type { Event, Game, NewGame } from '../types'
import { defaultForm, fromNewGame, toNewGame } from './form'
import { base64, exportFormats, fileEndings, isBinary } from './files'
import { rematch } from './games'
import {
  clockFace,
  count,
  sayClock,
  sayEnd,
  sayMove,
  sayWarning,
  balance,
  levelText,
  scoreText,
  speakMove,
} from './say'
import { GameSession } from './session.svelte'

describe('sentences', () => {
  const capture = played(3, 'h2h9', 'cannon', { captured: ['horse'], check: true })
  it('says a move in plain words', () => {
    expect(sayMove(en, game(), capture, 'wxf')).toEqual({
      head: 'Check.',
      body: 'Red’s cannon took the horse on h9 and gives check, after 3.2\u00a0s.',
    })
    expect(sayMove(zhHans, game(), capture, 'chinese').body).toBe('红方炮在 h9 吃马，用时 3.2 秒。')
    expect(speakMove(en, game(), capture)).toBe('Red cannon h2 to h9, takes horse, check')
    expect(sayMove(en, game(), played(2, 'a9a8', 'chariot', { time_ms: 0 }), 'wxf').body).toBe(
      'Black’s chariot went to a8.',
    )
  })

  it('says an end with its reason, rule and pieces', () => {
    const end = {
      outcome: '0-1',
      winner: 'second' as const,
      reason: 'perpetual-chase',
      evidence: 'e9 by h2',
      rule: 'wxf 3',
      squares: ['e9', 'h2'],
    }
    expect(sayEnd(en, end, 'xiangqi', game().board.pieces)).toEqual({
      head: 'Black wins because the opponent chased the same piece perpetually.',
      body: 'The cannon on h2 chased the king on e9 · World Xiangqi Rules, rule 3',
    })
    const draw = {
      ...end,
      outcome: '1/2',
      winner: null,
      reason: 'sixty-move',
      evidence: '',
      rule: null,
    }
    expect(sayEnd(zhHans, draw, 'xiangqi', []).head).toBe('和棋：六十回合无吃子。')
    expect(sayWarning(en, game(), end, 'first').title).toBe(en.confirm.warnLose)
    expect(sayWarning(en, game(), end, 'second').title).toBe(en.confirm.warnWin)
    expect(sayWarning(en, game(), draw, 'first').title).toBe(en.confirm.warnDraw)
  })

  it('has words for every reason of the rules in both languages', () => {
    const reasons =
      'checkmate stalemate perpetual-check perpetual-chase mutual-check mutual-chase repetition sixty-move material resign time agreement'
    for (const reason of reasons.split(' ')) {
      for (const m of [en, zhHans]) {
        expect(m.say.reason(reason)).not.toBe(reason)
        expect(m.say.won('X', reason)).not.toContain(`(${reason})`)
        expect(m.say.drawn(reason)).not.toContain(reason.includes('-') ? reason : '(')
      }
    }
    for (const m of [en, zhHans]) {
      expect(m.levels).toHaveLength(12)
      expect(levelText(m, 2, 'gomoku')).not.toBe(levelText(m, 2, 'draughts'))
      expect(levelText(m, 12, 'gomoku')).toBe(m.levels[11])
    }
  })

  it('writes times, scores and counts as people do', () => {
    expect([521000, 59900, 9940, 0, -5, 3723000].map(clockFace)).toEqual([
      '8:41',
      '1:00',
      '0:09.9',
      '0:00.0',
      '0:00.0',
      '1:02:03',
    ])
    expect(scoreText(en, { cp: 42 })).toBe('+0.42')
    expect(scoreText(en, { cp: -130 })).toBe('−1.30')
    expect(scoreText(en, { mate: 3 })).toBe('mate in 3')
    expect(scoreText(en, { mate: -2 })).toBe('mated in 2')
    expect(scoreText(en, { mate: 2 }, 'gomoku')).toBe('wins in 2')
    expect(scoreText(zhHans, { mate: -7 }, 'draughts')).toBe('7 步负')
    expect(balance(en, 'second', { cp: 114 })).toBe('White is better')
    expect(balance(en, 'second', { cp: -40 })).toBe('Black is a little better')
    expect(balance(zhHans, 'first', { mate: -3 })).toBe('白方 3 步胜')
    expect([950, 1500, 3_100_000].map(count)).toEqual(['950', '1.5 k', '3.1 M'])
    expect(sayClock(en, { kind: 'increment', base_ms: 600000, increment_ms: 5000 })).toBe(
      '10 min + 5 s',
    )
    expect(sayClock(zhHans, { kind: 'per_move', ms: 30000 })).toBe('每步 30 秒')
  })
})

describe('new game form', () => {
  const start = { position: null, moves: [] }
  it('comes back as it was filled in', () => {
    for (const opponent of ['machine', 'person', 'machines'] as const) {
      for (const clock of ['none', 'per_move', 'increment'] as const) {
        for (const colour of ['first', 'second', 'lot'] as const) {
          const form = {
            ...structuredClone(defaultForm),
            opponent,
            clock,
            colour: opponent === 'machine' ? colour : 'first',
            levels: (opponent === 'machines'
              ? [2, 9]
              : opponent === 'machine'
                ? [7, 7]
                : [4, 4]) as [number, number],
            names: (opponent === 'person' ? ['Ada', 'Bo'] : ['', '']) as [string, string],
            depth: opponent === 'person' ? null : 8,
          }
          expect(fromNewGame(toNewGame(form, start))).toMatchObject({ ...form, perMoveSeconds: 30 })
        }
      }
    }
  })

  it('brings numbers into range', () => {
    const wanted = toNewGame(
      { ...defaultForm, levels: [99, 1], clock: 'per_move', perMoveSeconds: -4 },
      start,
    )
    expect(wanted.players[1]).toMatchObject({ level: 12 })
    expect(wanted.clock).toEqual({ kind: 'per_move', ms: 1000 })
  })

  it('takes anything stored without falling over', () => {
    expect(fromNewGame(null)).toEqual(defaultForm)
    expect(fromNewGame({ players: [] } as unknown as NewGame)).toEqual(defaultForm)
  })

  it('changes colours for a rematch', () => {
    const g = game()
    expect(rematch(g, g.start)).toMatchObject({
      players: [g.players[1], g.players[0]],
      position: null,
    })
    expect(rematch(g, 'other').position).toBe(g.start)
    expect(rematch(g, g.start)).not.toHaveProperty('opening')
    expect(rematch({ ...g, opening_kind: 'swap2' }, g.start).opening).toBe('swap2')
  })
})

describe('files', () => {
  it('sends any bytes as text', () => {
    const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 256)
    const back = Uint8Array.from(atob(base64(bytes)), (c) => c.charCodeAt(0))
    expect(back).toEqual(bytes)
    expect(base64(new Uint8Array())).toBe('')
  })
  it('offers each family formats it can be written in', () => {
    expect(exportFormats.draughts[0]).toBe('pdn')
    expect(fileEndings.gomoku).toContain('lib')
    expect(isBinary('lib')).toBe(true)
  })
})

class Line implements Socket {
  readyState = 1
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  sent: { type: string; id: string }[] = []
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {}
  say(event: Event) {
    this.onmessage?.({ data: JSON.stringify(event) })
  }
}

describe('session', () => {
  let line: Line
  let session: GameSession
  let changes: Game[]

  beforeEach(() => {
    line = new Line()
    changes = []
    session = new GameSession(
      'g1',
      (g) => changes.push(g),
      () => line,
    )
    line.say({ type: 'state', game: game() })
    return () => session.close()
  })

  it('shows a move at once and keeps it until the server has it', () => {
    const move = session.game!.board.moves[0]!
    session.play(move)
    expect(session.mover).toBeNull()
    expect(session.board!.pieces.some((p) => p.at === 'e2' && p.kind === 'cannon')).toBe(true)
    expect(session.board!.moves).toEqual([])
    expect(line.sent).toMatchObject([{ type: 'move', ply: 1, text: 'h2e2' }])
    const after = game({ version: 2, turn: 'second', moves: [played(1, 'h2e2', 'cannon')] })
    line.say({ type: 'state', game: after })
    line.say({ type: 'done', id: line.sent[0]!.id })
    expect(session.pending).toBeNull()
    expect(session.mover).toBeNull()
    expect(changes).toHaveLength(2)
  })

  it('puts a refused move back and says why', () => {
    session.play(session.game!.board.moves[0]!)
    const id = line.sent[0]!.id
    line.say({ type: 'error', id, problem: { code: 'illegal-move', message: 'no such move' } })
    expect(session.mover).toBe('first')
    expect(session.notice).toBe('No such move.')
    expect(session.board!.pieces.some((p) => p.at === 'h2')).toBe(true)
  })

  it('ignores states older than what it has', () => {
    line.say({ type: 'state', game: game({ version: 5, rules: 'simple' }) })
    line.say({ type: 'state', game: game({ version: 4 }) })
    expect(session.game!.rules).toBe('simple')
  })

  it('looks back without moving anything, and comes back with a new move', () => {
    const moves = [played(1, 'h2e2', 'cannon'), played(2, 'h9g7', 'horse')]
    line.say({ type: 'state', game: game({ version: 2, moves }) })
    session.look(1)
    expect(session.ply).toBe(1)
    expect(session.mover).toBeNull()
    session.look(99)
    expect(session.atEnd).toBe(true)
    session.look(-3)
    expect(session.ply).toBe(0)
    line.say({
      type: 'state',
      game: game({ version: 3, moves: [...moves, played(3, 'h0g2', 'horse')] }),
    })
    expect(session.atEnd).toBe(true)
  })

  it('takes back to the person’s own last move', () => {
    expect(session.takeBackTo).toBeNull()
    const moves = [played(1, 'h2e2', 'cannon'), played(2, 'h9g7', 'horse')]
    line.say({ type: 'state', game: game({ version: 2, moves }) })
    expect(session.takeBackTo).toBe(0)
    const people = game({ version: 3, moves, players: [{ kind: 'person' }, { kind: 'person' }] })
    line.say({ type: 'state', game: people })
    expect(session.takeBackTo).toBe(1)
  })

  it('takes a fifth move offered back without a stone', () => {
    const opening = {
      id: 'rif',
      stage: 'offer',
      decides: 'first' as const,
      choices: [],
      zone: '',
      left: 1,
      offered: ['g7'],
      acts: ['g7'],
    }
    const moves = [played(1, 'h8', 'stone'), played(2, 'h9', 'stone')]
    line.say({ type: 'state', game: game({ version: 2, moves, opening, turn: 'first' }) })
    expect(session.takeBackTo).toBe(2)
    line.say({ type: 'state', game: game({ version: 3, moves, opening, turn: 'second' }) })
    expect(session.takeBackTo).toBe(0)
  })

  it('forgets what was wrong when the game ends', () => {
    session.play(session.game!.board.moves[0]!)
    const id = line.sent[0]!.id
    line.say({ type: 'error', id, problem: { code: 'not-your-turn', message: '' } })
    expect(session.notice).not.toBe('')
    const end = { outcome: '0-1', winner: 'second' as const, reason: 'time', squares: [] }
    line.say({ type: 'state', game: game({ version: 2, end: { ...end, evidence: '' } }) })
    expect(session.notice).toBe('')
  })

  it('tells what the machine chose in an opening, until the person has put a stone', () => {
    const [machine, person] = [{ kind: 'machine', level: 1 } as const, { kind: 'person' } as const]
    const acts = ['h8', 'h9', 'i10', 'put-two', 'a1', 'b1']
    const state = (
      version: number,
      more: Partial<Game>,
      opening: Partial<NonNullable<Game['opening']>> | null,
    ) =>
      line.say({
        type: 'state',
        game: game({
          version,
          variant: 'gomoku',
          opening_kind: 'swap2',
          opening: opening && { ...asks, decides: 'second', ...opening },
          ...more,
        }),
      })
    const asks = { id: 'swap2', stage: 'choose', zone: '', choices: [], left: 0, offered: [], acts }
    const stones = (n: number) =>
      [...Array(n).keys()].map((i) =>
        played(i + 1, 'h8', 'stone', { side: i % 2 === 0 ? 'first' : 'second' }),
      )
    // The machine put three: there is nothing of one's own to take back.
    const turn = { players: [machine, person], turn: 'second' as const }
    state(2, { ...turn, moves: stones(3) }, { decides: 'second', acts: acts.slice(0, 3) })
    expect(session.takeBackTo).toBeNull()
    state(3, { ...turn, moves: stones(5), turn: 'first' }, { decides: 'first' })
    expect(session.takeBackTo).toBe(3)
    state(4, { players: [person, machine], moves: stones(5), turn: 'second' }, null)
    const said = () => session.answer && sayAnswer(en, session.game!, session.answer)
    expect(said()).toBe('Yiqi takes White.')
    expect(sayAnswer(zhHans, session.game!, session.answer!)).toBe('弈棋改执白方。')
    state(5, { players: [person, machine], moves: stones(6), turn: 'first' }, null)
    expect(said()).toBe('Yiqi takes White.')
    state(6, { players: [person, machine], moves: stones(7), turn: 'second' }, null)
    expect(said()).toBeNull()
  })

  it('forgets a hint with the position it was for', () => {
    session.command({ type: 'hint' })
    expect(session.hinting).toBe(true)
    const hint = { ply: 0, text: 'h2e2', notations: {}, score: { cp: 30 }, pv: [] }
    line.say({ type: 'hint', ...hint })
    expect(session.hint?.text).toBe('h2e2')
    line.say({ type: 'state', game: game({ version: 2, moves: [played(1, 'h2e2', 'cannon')] }) })
    expect(session.hint).toBeNull()
    line.say({ type: 'hint', ...hint })
    expect(session.hint).toBeNull()
  })
})
