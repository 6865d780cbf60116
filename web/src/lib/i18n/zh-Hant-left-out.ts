// Written by tools/hant.mjs out of zh-Hans-left-out.ts: do not edit.
// What a format has no place for, in Chinese.

import type { LeftOut } from '../play/left-out'

const names: Readonly<Record<string, (n: number) => string>> = {
  moves: (n) => `${n} 步著法`,
  variations: (n) => `${n} 個變著`,
  comments: (n) => `${n} 條註解`,
  annotations: (n) => `${n} 個評註符號`,
  tags: (n) => `${n} 個標籤`,
  start: () => '起始局面',
  variant: () => '棋種',
  result: () => '結果',
}

export const leftOut = (parts: readonly LeftOut[]): string => {
  const said = parts.map(({ code, count }) => names[code]?.(count) ?? `${count} 處其他內容`)
  return `這種格式無處儲存：${said.join('、')}。`
}
