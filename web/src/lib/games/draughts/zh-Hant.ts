// Written by tools/hant.mjs out of zh-Hans.ts: do not edit.
// 國際跳棋各種玩法所需的文字。

import type { DraughtsWords, Words } from './en'
import { zhWhy } from './zh-Hant-why'

const taken = ({ men, kings }: DraughtsWords) =>
  [men > 0 ? `${men} 個兵` : '', kings > 0 ? `${kings} 個王` : ''].filter(Boolean).join('和')
const list = (names: readonly string[]) => names.join('、')

const kindName = (kind: string) => (kind === 'king' ? '王' : '兵')

export const words: Words = {
  /** The server's own names, listed so that the traditional script can be generated from them. */
  names: {
    'International draughts': '國際跳棋（百格）',
    'Draw limits of the rule book': '規則書的和棋限制',
    'Draw by threefold repetition only': '僅三次重複判和',
    'No draw limits': '無和棋限制',
    'Frisian draughts': '弗里斯蘭跳棋',
    'Brazilian draughts': '巴西跳棋',
    'Russian draughts': '俄羅斯跳棋',
    'English draughts (American checkers)': '英式跳棋（美式西洋跳棋）',
    'Italian draughts': '義大利跳棋',
    'Pool checkers': '美式普爾跳棋',
    'Czech draughts': '捷克跳棋',
    'Spanish draughts': '西班牙跳棋',
    'Turkish draughts': '土耳其跳棋',
    'Canadian draughts, 12×12': '加拿大跳棋（十二格）',
    'Killer draughts': '殺手跳棋',
    'Breakthrough draughts': '突破跳棋',
    'Losing draughts': '輸者為勝跳棋',
  },
  name: '國際跳棋',
  sides: { first: '白方', second: '黑方' },
  piece: (side, kind) => (side === 'first' ? '白' : '黑') + kindName(kind),
  kind: (_side, kind) => kindName(kind),
  keys: '字母鍵在棋子間跳轉（M 兵，K 王），T 鍵跳到下一個可走的子或下一個落點，',
  textLabel: '局面（FEN）、著法或整盤棋譜（PDN）',
  fileAbout: 'PDN、FEN 或著法列表。',
  limits: {
    'king-moves': '回合只走王',
    'sixteen-moves': '回合（此殘局）',
    'fifteen-moves': '回合（此殘局）',
    'five-moves': '回合（此殘局）',
    'unchanged-material': '回合子力未變',
  },
  why: zhWhy,
  rules: { FMJD: '世界國際跳棋聯合會規則', 'FMJD-64': '世界國際跳棋聯合會 64 格規則' },
  faults: {
    'man-on-far-row': '兵在對方底線上，應當是王',
    'no-such-run': '王棋連走的記錄與局面不符',
  },
  variantAbout: {
    draughts: '10×10。王棋飛行，必須吃最多的子。',
    'draughts-russian': '8×8。王棋飛行，吃法任選，途中即升王。',
    'draughts-brazilian': '8×8。小棋盤上的國際規則。',
    'draughts-english': '8×8。黑方先走，王棋只走一格。',
    'draughts-frisian': '10×10。橫豎方向也能吃子。',
    'draughts-italian': '8×8。兵不能吃王。',
    'draughts-pool': '8×8。黑方先走，吃法任選，王棋飛行。',
    'draughts-czech': '8×8。王棋能吃必須先吃。',
    'draughts-spanish': '8×8。鏡像棋盤，兵只向前吃。',
    'draughts-turkish': '8×8。使用所有格子，直線行棋。',
    'draughts-canadian': '12×12。每方三十個兵。',
    'draughts-killer': '10×10。最後吃王時須停在其後一格。',
    'draughts-breakthrough': '10×10。先成王者勝。',
    'draughts-losing': '10×10。無子可動者勝。',
  },
  ends: {
    sentences: {
      'no-moves': '對方無子可動',
      'king-made': '先成王',
      'king-moves': '雙方只走王棋過久且無吃子',
      'sixteen-moves': '限定的步數內未能勝單王',
      'fifteen-moves': '限定的步數內未能勝單王',
      'five-moves': '限定的步數內未能勝單王',
      'unchanged-material': '雙方棋子長久未變',
      'too-few': '雙方所餘棋子都無法取勝',
      'all-taken': '對方棋子已被吃光',
      'all-given': '自己的棋子已送光',
      'cannot-move-wins': '自己已無子可動',
    },
    labels: {
      'no-moves': '無子可動',
      'king-made': '先成王',
      'king-moves': '只走王棋',
      'sixteen-moves': '單王守和',
      'fifteen-moves': '單王守和',
      'five-moves': '單王守和',
      'unchanged-material': '棋子未變',
      'too-few': '子力不足',
      'all-taken': '棋子吃光',
      'all-given': '棋子送光',
      'cannot-move-wins': '無子可動',
    },
  },
  moved: (m) => ({
    head: m.crowned ? '升王！' : m.men + m.kings > 1 ? `連吃 ${m.men + m.kings} 子。` : '',
    body:
      (m.men + m.kings > 0
        ? `${m.side}${m.piece}從 ${m.from} 跳到 ${m.to}，吃${taken(m)}`
        : `${m.side}${m.piece}從 ${m.from} 走到 ${m.to}`) +
      (m.crowned ? '，成為王棋' : '') +
      (m.time ? `，用時 ${m.time}。` : '。'),
  }),
  spoken: (m) =>
    `${m.side}${m.piece} ${m.from} 到 ${m.to}` +
    (m.men + m.kings > 0 ? `，吃${taken(m)}` : '') +
    (m.crowned ? '，升王' : ''),
  mustCapture: (side, from, most) =>
    `${side}必須吃子${most > 1 ? `，並且要吃 ${most} 子` : ''}：用 ${list(from)} 上的棋子。`,
  quiet: (from) => `必須吃子：用 ${list(from)} 上的棋子，已在棋盤上標出。`,
  evidence: {
    'no-pieces': '已沒有棋子',
    blocked: '所有棋子都被堵住',
  },
  sets: { classic: '黑白', red: '紅白', flat: '素面' },
  levels: {
    2: '看得見吃一子，漏看連吃',
    3: '常漏看連吃几子',
  },
}
