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
  const known = exact[code]?.(facts) || (names[code] ?? own[code] ?? '无法读取')
  const where = place ? placeText(place) : ''
  const found = place?.found ? `：“${place.found}”` : ''
  const points = squares.length > 0 ? `（${squares.join('、')}）` : ''
  return `${where ? `${where}：` : ''}${known}${found}${points}。`
}
