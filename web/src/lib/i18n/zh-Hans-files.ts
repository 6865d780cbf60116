// Faults of positions and files in Chinese, by their codes.

import type { Fault, FaultFacts } from '../types'

const names: Record<string, string> = {
  syntax: '读不懂这段局面文字',
  'other-size': '局面的行数与棋盘不符',
  size: '没有这种大小的棋盘',
  'off-board': '不在棋盘上',
  twice: '同一点上有两枚棋子',
  'too-many': '同一种棋子过多',
  binary: '这个文件既不是文本，也不是 RenLib 棋谱库',
  empty: '文件里没有对局',
  'other-game': '不是这里能下的棋，或与文件格式不符',
  'rest-left-out': '对局过多，其余的没有列出',
  unreadable: '无法读下去',
  'utf-16': '文字是 UTF-16 编码，请改存为 UTF-8 或 GBK',
  'too-long': '太长',
  'bad-tag': '标签写法不对，应如 [Red "胡荣华"]',
  'unclosed-comment': '注释没有结束，缺少“}”',
  'unclosed-variation': '变着没有结束，缺少“)”',
  'nothing-to-vary': '变着之前没有着法',
  'too-deep': '变着嵌套过深',
  'bad-annotation': '评注符号应为 $0 到 $255',
  'late-position': '对局中途又设了局面',
  'bad-start': '起始局面不能成立',
  unexpected: '这里写法不对',
  'bad-move': '着法读不懂或不合规则',
  'bad-position': '这个局面不能下',
  'not-certain': '这一步有几种读法，采用了第一种',
  'joined-lines': '每行只有一步，全部读成了一盘棋',
}

/** What a game here has no place for, by the end of the code `left-out-…`. */
const leftOut: Record<string, string> = {
  results: '不能保存的结果',
  'moves-behind-the-end-of-the-file': '文件中断之后的着法',
  'lines-of-text': '其他文字行',
  'repeated-tags': '重复的标签',
  'annotations-before-a-move': '着法之前的评注',
  'texts-after-a-game': '对局之后的文字',
  'texts-outside-games': '对局之外的文字',
  scores: '胜负的子数',
  labels: '棋盘上的字母和数字',
  marks: '棋盘上的记号',
  'stones-set-up-after-the-first-node': '中途摆上的棋子',
  'moves-left-in-the-time': '读秒内剩余的步数',
  'judgements-of-positions': '对局面的评价',
  'judgements-before-a-move': '着法之前的评价',
  properties: '其他属性',
  passes: '停着',
  'moves-after-a-pass': '停着之后的着法',
  'moves-after-stones-set-up': '摆子之后的着法',
  lines: '不能走的变化',
  variations: '不能走的变着',
  comments: '注释',
  evaluations: '评估值',
}

const LEFT_OUT = 'left-out-'

/** The words for parts that were left out; empty for any other code. */
function leftOutText(code: string, numbers: readonly number[]): string {
  if (!code.startsWith(LEFT_OUT)) return ''
  const what = leftOut[code.slice(LEFT_OUT.length)] ?? '部分内容'
  return `无处保存，已略去：${what}${numbers[0] ? `（${numbers[0]} 处）` : ''}`
}

/** Texts with details, used if the piece and the numbers are known. */
const exact: Record<string, (facts: FaultFacts) => string> = {
  'too-many': ({ piece, numbers: [most] }) =>
    piece && most ? `${piece}过多，最多 ${most} 枚` : '',
  'other-size': ({ numbers: [told, edge] }) =>
    told && edge ? `局面有 ${told} 行，棋盘有 ${edge} 行` : '',
  size: ({ numbers: [size] }) => (size ? `没有 ${size} 路的棋盘` : ''),
}

type Place = NonNullable<Fault['place']>

function placeText(place: Place): string {
  const parts = [
    place.game ? `第 ${place.game} 局` : '',
    place.line ? `第 ${place.line} 行` : '',
    place.rank === undefined || place.rank === null ? '' : `横线 ${place.rank}`,
    place.column ? `第 ${place.column} 个字符` : '',
    place.ply ? `第 ${place.ply} 着` : '',
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
    (names[code] ?? own[code] ?? '无法读取')
  const where = place ? placeText(place) : ''
  const found = place?.found ? `：“${place.found}”` : ''
  const points = squares.length > 0 ? `（${squares.join('、')}）` : ''
  return `${where ? `${where}：` : ''}${known}${found}${points}。`
}
