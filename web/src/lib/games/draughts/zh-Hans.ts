// 国际跳棋各种玩法所需的文字。

import type { DraughtsWords, Words } from './en'
import { zhWhy } from './zh-Hans-why'

const taken = ({ men, kings }: DraughtsWords) =>
  [men > 0 ? `${men} 个兵` : '', kings > 0 ? `${kings} 个王` : ''].filter(Boolean).join('和')
const list = (names: readonly string[]) => names.join('、')

const kindName = (kind: string) => (kind === 'king' ? '王' : '兵')

export const words: Words = {
  /** The server's own names, listed so that the traditional script can be generated from them. */
  names: {
    'International draughts': '国际跳棋（百格）',
    'Draw limits of the rule book': '规则书的和棋限制',
    'Draw by threefold repetition only': '仅三次重复判和',
    'No draw limits': '无和棋限制',
    'Frisian draughts': '弗里斯兰跳棋',
    'Brazilian draughts': '巴西跳棋',
    'Russian draughts': '俄罗斯跳棋',
    'English draughts (American checkers)': '英式跳棋（美式西洋跳棋）',
    'Italian draughts': '意大利跳棋',
    'Pool checkers': '美式普尔跳棋',
    'Czech draughts': '捷克跳棋',
    'Spanish draughts': '西班牙跳棋',
    'Turkish draughts': '土耳其跳棋',
    'Canadian draughts, 12×12': '加拿大跳棋（十二格）',
    'Killer draughts': '杀手跳棋',
    'Breakthrough draughts': '突破跳棋',
    'Losing draughts': '输者为胜跳棋',
  },
  name: '国际跳棋',
  sides: { first: '白方', second: '黑方' },
  piece: (side, kind) => (side === 'first' ? '白' : '黑') + kindName(kind),
  kind: (_side, kind) => kindName(kind),
  keys: '字母键在棋子间跳转（M 兵，K 王），T 键跳到下一个可走的子或下一个落点，',
  textLabel: '局面（FEN）、着法或整盘棋谱（PDN）',
  fileAbout: 'PDN、FEN 或着法列表。',
  limits: {
    'king-moves': '回合只走王',
    'sixteen-moves': '回合（此残局）',
    'fifteen-moves': '回合（此残局）',
    'five-moves': '回合（此残局）',
    'unchanged-material': '回合子力未变',
  },
  why: zhWhy,
  rules: { FMJD: '世界国际跳棋联合会规则', 'FMJD-64': '世界国际跳棋联合会 64 格规则' },
  faults: {
    'man-on-far-row': '兵在对方底线上，应当是王',
    'no-such-run': '王棋连走的记录与局面不符',
  },
  variantAbout: {
    draughts: '10×10。王棋飞行，必须吃最多的子。',
    'draughts-russian': '8×8。王棋飞行，吃法任选，途中即升王。',
    'draughts-brazilian': '8×8。小棋盘上的国际规则。',
    'draughts-english': '8×8。黑方先走，王棋只走一格。',
    'draughts-frisian': '10×10。横竖方向也能吃子。',
    'draughts-italian': '8×8。兵不能吃王。',
    'draughts-pool': '8×8。黑方先走，吃法任选，王棋飞行。',
    'draughts-czech': '8×8。王棋能吃必须先吃。',
    'draughts-spanish': '8×8。镜像棋盘，兵只向前吃。',
    'draughts-turkish': '8×8。使用所有格子，直线行棋。',
    'draughts-canadian': '12×12。每方三十个兵。',
    'draughts-killer': '10×10。最后吃王时须停在其后一格。',
    'draughts-breakthrough': '10×10。先成王者胜。',
    'draughts-losing': '10×10。无子可动者胜。',
  },
  ends: {
    sentences: {
      'no-moves': '对方无子可动',
      'king-made': '先成王',
      'king-moves': '双方只走王棋过久且无吃子',
      'sixteen-moves': '限定的步数内未能胜单王',
      'fifteen-moves': '限定的步数内未能胜单王',
      'five-moves': '限定的步数内未能胜单王',
      'unchanged-material': '双方棋子长久未变',
      'too-few': '双方所余棋子都无法取胜',
      'all-taken': '对方棋子已被吃光',
      'all-given': '自己的棋子已送光',
      'cannot-move-wins': '自己已无子可动',
    },
    labels: {
      'no-moves': '无子可动',
      'king-made': '先成王',
      'king-moves': '只走王棋',
      'sixteen-moves': '单王守和',
      'fifteen-moves': '单王守和',
      'five-moves': '单王守和',
      'unchanged-material': '棋子未变',
      'too-few': '子力不足',
      'all-taken': '棋子吃光',
      'all-given': '棋子送光',
      'cannot-move-wins': '无子可动',
    },
  },
  moved: (m) => ({
    head: m.crowned ? '升王！' : m.men + m.kings > 1 ? `连吃 ${m.men + m.kings} 子。` : '',
    body:
      (m.men + m.kings > 0
        ? `${m.side}${m.piece}从 ${m.from} 跳到 ${m.to}，吃${taken(m)}`
        : `${m.side}${m.piece}从 ${m.from} 走到 ${m.to}`) +
      (m.crowned ? '，成为王棋' : '') +
      (m.time ? `，用时 ${m.time}。` : '。'),
  }),
  spoken: (m) =>
    `${m.side}${m.piece} ${m.from} 到 ${m.to}` +
    (m.men + m.kings > 0 ? `，吃${taken(m)}` : '') +
    (m.crowned ? '，升王' : ''),
  mustCapture: (side, from, most) =>
    `${side}必须吃子${most > 1 ? `，并且要吃 ${most} 子` : ''}：用 ${list(from)} 上的棋子。`,
  quiet: (from) => `必须吃子：用 ${list(from)} 上的棋子，已在棋盘上标出。`,
  evidence: {
    'no-pieces': '已没有棋子',
    blocked: '所有棋子都被堵住',
  },
  sets: { classic: '黑白', red: '红白', flat: '素面' },
  levels: {
    2: '看得见吃一子，漏看连吃',
    3: '常漏看连吃几子',
  },
}
