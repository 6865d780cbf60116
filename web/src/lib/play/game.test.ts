import { beforeEach, describe, expect, it } from 'vitest'
import { game, played } from '../../test/fixtures'
import { FakeSocket } from '../../test/socket'
import { en } from '../i18n/en'
import { words as zhHans } from '../i18n/zh-Hans'
import { sayAnswer } from '../games/gomoku/opening'
import { balance } from '../games/gomoku/say'
import { gameNamed } from '../games/registry'
import type { GamePage } from '../games/interface'
import type { End, Event, Game, NewGame } from '../types'
import { emptyBoard, placed } from '../board/boards'
import { defaultForm, fromNewGame, toNewGame } from './form'
import { allEndings, base64, exportsOf, formatName } from './files'
import { levelsBeside, rematch, rematchAt } from './new'
import {
  clockFace,
  endTitle,
  pendingMove,
  count,
  sayClock,
  sayEnd,
  sayMove,
  sayWarning,
  levelText,
  lineText,
  reasonLabel,
  scoreText,
  speakMove,
  writtenMove,
} from './say'
import { GameSession } from './session.svelte'

const [xiangqi, draughts, gomoku] = ['xiangqi', 'draughts', 'gomoku'].map(gameNamed) as [
  GamePage,
  GamePage,
  GamePage,
]

describe('sentences', () => {
  const capture = played(3, 'h2h9', 'cannon', { captured: ['horse'], check: true })
  it('says a move in plain words', () => {
    expect(sayMove(en, game(), capture, 'iccs')).toEqual({
      head: 'Check.',
      body: 'Red’s cannon took the horse on h9 and gives check, after 3.2\u00a0s.',
    })
    expect(sayMove(zhHans, game(), capture, 'iccs').body).toBe('红方炮在 h9 吃马，用时 3.2 秒。')
    // On a board with numbers for each side, points have no letters.
    expect(sayMove(en, game(), capture, 'wxf').body).toBe(
      'Red played C2=5, taking the horse, and gives check, after 3.2\u00a0s.',
    )
    expect(sayMove(zhHans, game(), capture, 'chinese').body).toBe(
      '红方走 炮二平五，吃马，用时 3.2 秒。',
    )
    expect(speakMove(en, game(), capture)).toBe('Red cannon h2 to h9, takes horse, check')
    expect(speakMove(en, game(), capture, 'wxf')).toBe(
      'Red C2=5: cannon h2 to h9, takes horse, check',
    )
    expect(speakMove(zhHans, game(), capture, 'chinese')).toBe('红方炮二平五：h2 到 h9，吃马，将军')
    expect(sayMove(en, game(), played(2, 'a9a8', 'chariot', { time_ms: 0 }), 'engine').body).toBe(
      'Black’s chariot went to a8.',
    )
  })

  it('writes captures by their ends, and the line thought of by the squares of the board', () => {
    const written = (text: string) =>
      writtenMove('draughts', { text, notations: { pdn: text } }, 'pdn')
    expect(written('28x19')).toBe('28x19')
    expect(written('47x38x24x13x36')).toBe('47x36')
    const lines = { letters: ['c3-d4', 'b6:f2:d4'], pdn: ['22-18', '9x29x18'] }
    const thinking = { pv: ['22-18', '9x18x14'], lines }
    expect(lineText('draughts-russian', thinking, 'letters')).toEqual(['c3-d4', 'b6xd4'])
    expect(lineText('draughts-russian', thinking, 'pdn')).toEqual(['22-18', '9x18'])
    expect(lineText('draughts-russian', thinking, 'morse')).toEqual(['22-18', '9x14'])
  })

  it('writes a move that is on its way by the squares of the board', () => {
    const russian = {
      ...game(),
      variant: 'draughts-russian',
      board: emptyBoard('draughts-russian'),
    }
    const quiet = { text: '22-18', from: '22', to: '18' }
    expect(pendingMove(russian, quiet, 'letters')).toBe('c3–d4')
    expect(pendingMove(russian, { ...quiet, captures: ['20'] }, 'pdn')).toBe('22×18')
    const cannon = { text: 'h2e2', from: 'h2', to: 'e2' }
    expect(pendingMove(game(), cannon, 'iccs')).toBe('h2–e2')
    // Without names of points, as the list will have it.
    expect(pendingMove(game(), cannon, 'wxf')).toBe('C2=5')
    expect(pendingMove(game(), cannon, 'chinese')).toBe('炮二平五')
    const horse = { text: 'h9g7', from: 'h9', to: 'g7' }
    expect(pendingMove(game(), horse, 'wxf')).toBe('H8+7')
    expect(pendingMove(game(), horse, 'chinese-simplified')).toBe('马８进７')
    const twins = placed(emptyBoard('xiangqi'), [['first', 'chariot', 'a0 a4']])
    const two = game({ board: { ...emptyBoard('xiangqi'), pieces: twins } })
    expect(pendingMove(two, { text: 'a4a2', from: 'a4', to: 'a2' }, 'wxf')).toBe('R+-2')
    expect(pendingMove(two, { text: 'a0c0', from: 'a0', to: 'c0' }, 'chinese')).toBe('後車平七')
  })

  it('calls an end as the person at the board takes it', () => {
    const end = { outcome: '0-1', winner: 'second' as const, reason: 'resign', squares: [] }
    const whole = { ...end, evidence: '', rule: null } as unknown as End
    expect(endTitle(en, whole, 'xiangqi', 'second')).toBe('You won')
    expect(endTitle(zhHans, whole, 'xiangqi', 'first')).toBe('你输了')
    expect(endTitle(en, whole, 'xiangqi', null)).toBe('Black wins')
    expect(endTitle(en, { ...whole, winner: null }, 'xiangqi', 'first')).toBe('Draw')
  })

  it('says an end with its reason, rule and pieces', () => {
    const end = {
      outcome: '0-1',
      winner: 'second' as const,
      reason: 'perpetual-chase',
      evidence: 'e9 by h2',
      proof: { chases: [{ victim: 'e9', chasers: ['h2'] }] },
      rule: 'wxf 3',
      squares: ['e9', 'h2'],
    }
    expect(sayEnd(en, end, 'xiangqi', game().board.pieces)).toEqual({
      head: 'Black wins because the opponent chased the same piece perpetually.',
      body: 'The cannon on h2 chased the king on e9 · World Xiangqi Rules, rule 3',
    })
    const { pieces } = game().board
    expect(sayEnd(en, end, 'xiangqi', pieces, 'wxf').body).toMatch(
      /^The cannon on file 2 chased the king on file 5 ·/,
    )
    expect(sayEnd(zhHans, end, 'xiangqi', pieces, 'chinese').body).toMatch(
      /^二路的炮长捉5 路的将；世界/,
    )
    const draw = {
      ...end,
      outcome: '1/2',
      winner: null,
      reason: 'sixty-move',
      evidence: '',
      proof: null,
      rule: null,
    }
    expect(sayEnd(zhHans, draw, 'xiangqi', []).head).toBe('和棋：六十回合无吃子。')
    expect(sayWarning(en, game(), { end }, 'first').title).toBe(en.confirm.warnLose)
    const texts = ['a8a9', 'e9e8', 'a9a8', 'e8e9', 'a8a9', 'e9e8']
    const moves = texts.map((text, i) => ({ ...played(i + 1, text, 'chariot'), notations: {} }))
    const repeated = { plies: [1, 8], times: 3 }
    const reply = { text: 'e8e9', notations: { wxf: 'K+1' } }
    const said = sayWarning(
      en,
      game({ moves }),
      { end: { ...end, proof: { repeated } }, reply },
      'first',
      'wxf',
    )
    expect(said.title).toBe(en.confirm.warnReply)
    expect(said.body).toContain('Repeated: a8a9 e9e8 a9a8 e8e9. ')
    expect(said.body).toContain('for the third time. The answer K+1 would do it.')
    expect(sayWarning(en, game(), { end }, 'second').title).toBe(en.confirm.warnWin)
    expect(sayWarning(en, game(), { end: draw }, 'first').title).toBe(en.confirm.warnDraw)
  })

  it('has words for every reason of the rules in both languages', () => {
    const reasons =
      'checkmate stalemate perpetual-check perpetual-chase mutual-check mutual-chase repetition sixty-move material resign time agreement'
    for (const reason of reasons.split(' ')) {
      for (const m of [en, zhHans]) {
        const end = { outcome: '1-0', reason, evidence: '', rule: null, squares: [] }
        const say = (winner: 'first' | null) => sayEnd(m, { ...end, winner }, 'xiangqi', []).head
        expect(reasonLabel(m, 'xiangqi', { reason })).not.toBe(reason)
        expect(say('first')).not.toContain(`(${reason})`)
        expect(say(null)).not.toContain(reason.includes('-') ? reason : '(')
      }
    }
    for (const m of [en, zhHans]) {
      expect(m.levels).toHaveLength(12)
      expect(levelText(m, 2, gomoku)).not.toBe(levelText(m, 2, draughts))
      expect(levelText(m, 12, gomoku)).toBe(m.levels[11])
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
    expect(scoreText(en, { cp: 42 }, xiangqi)).toBe('+0.42')
    expect(scoreText(en, { cp: -130 }, xiangqi)).toBe('−1.30')
    expect(scoreText(en, { mate: 3 }, xiangqi)).toBe('mate in 3')
    expect(scoreText(en, { mate: -2 }, xiangqi)).toBe('mated in 2')
    expect(scoreText(en, { mate: 2 }, gomoku)).toBe('wins in 2')
    expect(scoreText(zhHans, { mate: -7 }, draughts)).toBe('7 步负')
    expect(balance(en, 'second', { cp: 114 })).toBe('White is better')
    expect(balance(en, 'second', { cp: -40 })).toBe('Black is a little better')
    expect(balance(zhHans, 'first', { mate: -3 })).toBe('白方 3 步胜')
    expect([950, 1500, 3_100_000].map((n) => count(n))).toEqual(['950', '1.5 k', '3.1 M'])
    expect([950, 1_235_000].map((n) => count(n, zhHans as typeof en))).toEqual(['950', '123.5万'])
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
      for (const clock of ['none', 'per_move', 'increment', 'byo_yomi'] as const) {
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
                : [2, 2]) as [number, number],
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
    const usual = { ...defaultForm, variant: 'xiangqi' }
    expect(fromNewGame(null)).toEqual(usual)
    expect(fromNewGame({ players: [] } as unknown as NewGame)).toEqual(usual)
  })

  it('offers another game a level easier or harder', () => {
    const against = (player: object) =>
      ({ ...game(), players: [{ kind: 'person', name: '' }, player] }) as ReturnType<typeof game>
    const played = against({ kind: 'machine', level: 2 })
    expect(levelsBeside(played)).toEqual([1, 3])
    expect(levelsBeside(against({ kind: 'machine', level: 1 }))).toEqual([null, 2])
    expect(levelsBeside(against({ kind: 'machine', level: 12 }))).toEqual([11, null])
    expect(levelsBeside(against({ kind: 'machine', level: 1, preset: 'careful' }))).toEqual([
      null,
      null,
    ])
    expect(levelsBeside(against({ kind: 'person', name: '' }))).toEqual([null, null])
    expect(rematchAt(played, played.start, 3).players).toEqual([
      { kind: 'machine', level: 3 },
      { kind: 'person', name: '' },
    ])
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
    expect(exportsOf(draughts)[0]).toMatchObject({ id: 'pdn', notations: true })
    expect(exportsOf(gomoku).map(({ id }) => id)).toEqual(['lib'])
    expect(exportsOf(gomoku)[0]!.text).toBe(false)
    expect(formatName(gomoku, exportsOf(gomoku)[0]!)).toBe('RenLib')
    expect(formatName(draughts, exportsOf(draughts)[0]!)).toBe('a file of pdn')
    // A file may belong to another game.
    expect(allEndings(draughts)).toEqual(['pdn', 'fen', 'epd', 'pgn', 'xqf', 'lib', 'rif', 'ggf'])
  })
})

describe('session', () => {
  let line: FakeSocket
  let lines: number
  let session: GameSession
  let changes: Game[]

  beforeEach(() => {
    line = new FakeSocket('', 1)
    lines = 0
    changes = []
    session = new GameSession(
      'g1',
      (g) => changes.push(g),
      () => {
        lines++
        return line
      },
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

  it('asks why a move is not allowed, and says it in the words of the game', () => {
    line.onopen?.()
    session.why('b0', 'd1')
    const faults = [{ code: 'leg-blocked', squares: ['c0'], message: '' }]
    const problem = { code: 'illegal-move', message: 'x', faults }
    line.say({ type: 'error', id: line.sent[0]!.id, problem })
    expect(line.sent).toMatchObject([{ type: 'move', text: 'b0-d1' }])
    expect(session.notice).toBe('The horse’s leg is blocked by Red’s elephant.')
    expect(session.reason?.squares).toEqual(['c0'])
    // In games where a move adds a stone, a move has no origin.
    session.why(null, 'a1')
    expect(line.sent[1]).toMatchObject({ type: 'move', text: 'a1' })
  })

  it('ignores states older than what it has', () => {
    line.say({ type: 'state', game: game({ version: 5, rules: 'simple' }) })
    line.say({ type: 'state', game: game({ version: 4 }) })
    expect(session.game!.rules).toBe('simple')
  })

  it('takes an older state after the connection was lost: the hall may have been restored', () => {
    line.say({ type: 'state', game: game({ version: 5, moves: [played(1, 'h2e2', 'cannon')] }) })
    line.onclose?.()
    session.wake()
    line.say({ type: 'state', game: game({ version: 2 }) })
    expect(session.game!.version).toBe(2)
    expect(session.game!.moves).toEqual([])
  })

  it('takes a move as what it changed, and joins again after a gap', () => {
    const taken = session.game!.board.pieces.find((p) => p.at === 'h2')!
    const change: Extract<Event, { type: 'moved' }>['moved'] = {
      after: 1,
      version: 2,
      updated_at: '',
      played: played(1, 'h2e2', 'cannon', {
        removed: [taken],
        put: [{ ...taken, at: 'e2', file: 4 }],
      }),
      position: '',
      turn: 'second',
      moves: [],
      left_ms: [0, 0],
      running: null,
      thinking: 'second',
    }
    session.play(session.game!.board.moves[0]!)
    line.say({ type: 'moved', moved: change })
    expect(session.pending).toBeNull()
    expect(session.game!.moves).toHaveLength(1)
    expect(session.board!.pieces.some((p) => p.at === 'e2' && p.kind === 'cannon')).toBe(true)
    // A repeated message is ignored; a message that follows an unknown version is a gap.
    line.say({ type: 'moved', moved: change })
    expect(session.game!.moves).toHaveLength(1)
    expect(lines).toBe(1)
    line.say({ type: 'moved', moved: { ...change, after: 4, version: 5 } })
    expect(session.game!.version).toBe(2)
    expect(lines).toBe(2)
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

  it('takes back as far as the server says', () => {
    expect(session.takeBackTo).toBeNull()
    const moves = [played(1, 'h2e2', 'cannon'), played(2, 'h9g7', 'horse')]
    line.say({ type: 'state', game: game({ version: 2, moves, take_back: 0 }) })
    expect(session.takeBackTo).toBe(0)
    line.say({ type: 'state', game: game({ version: 3, moves, take_back: 2 }) })
    expect(session.takeBackTo).toBe(2)
  })

  it('says that a draw was declined until the person moves, not only until the machine does', () => {
    const one = [played(1, 'h2e2', 'cannon')]
    line.say({ type: 'state', game: game({ version: 2, turn: 'second', moves: one }) })
    line.say({ type: 'draw_declined' })
    const two = [...one, played(2, 'h9g7', 'horse')]
    line.say({ type: 'state', game: game({ version: 3, moves: two }) })
    expect(session.notice).toBe('The draw was declined.')
    const three = [...two, played(3, 'h0g2', 'horse')]
    line.say({ type: 'state', game: game({ version: 4, turn: 'second', moves: three }) })
    expect(session.notice).toBe('')
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
    const state = (version: number, n: number, more: Partial<Game>) =>
      line.say({
        type: 'state',
        game: game({
          version,
          variant: 'gomoku',
          opening_kind: 'swap2',
          moves: stones(n),
          ...more,
        }),
      })
    const stones = (n: number) =>
      [...Array(n).keys()].map((i) =>
        played(i + 1, 'h8', 'stone', { side: i % 2 === 0 ? 'first' : 'second' }),
      )
    const asks = { id: 'swap2', stage: 'choose' as const, choices: [], left: 0 }
    const opening = { ...asks, offered: [], acts: [], decides: 'second' as const }
    const two = { kind: 'put-two' as const, has: 'second' as const, stones: 3 }
    const swap = { kind: 'swap' as const, has: 'second' as const, stones: 5 }
    // The machine played three stones, the person two more.
    state(2, 3, { players: [machine, person], turn: 'second', opening })
    expect(session.answer).toBeNull()
    const asked = { players: [machine, person], opening, opening_answers: [two] }
    state(3, 5, { ...asked, turn: 'first' })
    const settled = { players: [person, machine], opening_answers: [two, swap] }
    state(4, 5, { ...settled, turn: 'second' })
    const said = () => session.answer && sayAnswer(en, session.game!, session.answer)
    expect(said()).toBe('Yiqi takes White.')
    expect(sayAnswer(zhHans, session.game!, session.answer!)).toBe('弈棋改执白方。')
    state(5, 6, { ...settled, turn: 'first' })
    expect(said()).toBe('Yiqi takes White.')
    state(6, 7, { ...settled, turn: 'second' })
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
