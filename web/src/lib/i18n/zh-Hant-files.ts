// Written by tools/hant.mjs out of zh-Hans-files.ts: do not edit.
// Faults of positions and files in Chinese, by their codes.

import type { Fault, FaultFacts } from '../types'

const names: Record<string, string> = {
  syntax: '讀不懂這段局面文字',
  'other-size': '局面的行數與棋盤不符',
  size: '沒有這種大小的棋盤',
  'off-board': '不在棋盤上',
  twice: '同一點上有兩枚棋子',
  'too-many': '同一種棋子過多',
  binary: '這個檔案既不是文字檔，也不是 RenLib 棋譜庫',
  empty: '檔案裡沒有對局',
  'other-game': '不是這裡能下的棋，或與檔案格式不符',
  'rest-left-out': '對局過多，其餘的沒有列出',
  unreadable: '無法讀下去',
  'utf-16': '文字是 UTF-16 編碼，請改存為 UTF-8 或 GBK',
  'too-long': '太長',
  'bad-tag': '標記寫法不對，應如 [Red "胡榮華"]',
  'unclosed-comment': '註解沒有結束，缺少「}」',
  'unclosed-variation': '變著沒有結束，缺少「)」',
  'nothing-to-vary': '變著之前沒有著法',
  'too-deep': '變著層數過多',
  'bad-annotation': '評註符號應為 $0 到 $255',
  'late-position': '對局中途又設了局面',
  'bad-start': '起始局面不能成立',
  unexpected: '這裡寫法不對',
  'bad-move': '著法讀不懂或不合規則',
  'bad-position': '這個局面不能下',
  'not-certain': '這一步有幾種讀法，採用了第一種',
  'joined-lines': '每行只有一步，全部讀成了一盤棋',
}

/** What a game here has no place for, by the end of the code `left-out-…`. */
const leftOut: Record<string, string> = {
  results: '不能儲存的結果',
  'moves-behind-the-end-of-the-file': '檔案中斷之後的著法',
  'lines-of-text': '其他文字行',
  'repeated-tags': '重複的標籤',
  'annotations-before-a-move': '著法之前的評註',
  'texts-after-a-game': '對局之後的文字',
  'texts-outside-games': '對局之外的文字',
  scores: '勝負的子數',
  labels: '棋盤上的字母和數字',
  marks: '棋盤上的記號',
  'stones-set-up-after-the-first-node': '中途擺上的棋子',
  'moves-left-in-the-time': '讀秒內剩餘的步數',
  'judgements-of-positions': '對局面的評價',
  'judgements-before-a-move': '著法之前的評價',
  properties: '其他屬性',
  passes: '停著',
  'moves-after-a-pass': '停著之後的著法',
  'moves-after-stones-set-up': '擺子之後的著法',
  lines: '不能走的變化',
  variations: '不能走的變著',
  comments: '註解',
  evaluations: '評估值',
}

const LEFT_OUT = 'left-out-'

/** The words for parts that were left out; empty for any other code. */
function leftOutText(code: string, numbers: readonly number[]): string {
  if (!code.startsWith(LEFT_OUT)) return ''
  const what = leftOut[code.slice(LEFT_OUT.length)] ?? '部分內容'
  return `無處儲存，已略去：${what}${numbers[0] ? `（${numbers[0]} 處）` : ''}`
}

/** Texts with details, used if the piece and the numbers are known. */
const exact: Record<string, (facts: FaultFacts) => string> = {
  'too-many': ({ piece, numbers: [most] }) =>
    piece && most ? `${piece}過多，最多 ${most} 枚` : '',
  'other-size': ({ numbers: [told, edge] }) =>
    told && edge ? `局面有 ${told} 行，棋盤有 ${edge} 行` : '',
  size: ({ numbers: [size] }) => (size ? `沒有 ${size} 路的棋盤` : ''),
}

type Place = NonNullable<Fault['place']>

function placeText(place: Place): string {
  const parts = [
    place.game ? `第 ${place.game} 局` : '',
    place.line ? `第 ${place.line} 行` : '',
    place.rank === undefined || place.rank === null ? '' : `橫線 ${place.rank}`,
    place.column ? `第 ${place.column} 個字元` : '',
    place.ply ? `第 ${place.ply} 著` : '',
  ]
  return parts.filter(Boolean).join('，')
}

export function zhFault(
  code: string,
  squares: readonly string[],
  place: Place | null | undefined,
  own: Readonly<Record<string, string>> = {},
  facts: FaultFacts = { piece: '', numbers: [] },
): string {
  const known =
    leftOutText(code, facts.numbers) ||
    exact[code]?.(facts) ||
    (names[code] ?? own[code] ?? '無法讀取')
  const where = place ? placeText(place) : ''
  const found = place?.found ? `：「${place.found}」` : ''
  const points = squares.length > 0 ? `（${squares.join('、')}）` : ''
  return `${where ? `${where}：` : ''}${known}${found}${points}。`
}
