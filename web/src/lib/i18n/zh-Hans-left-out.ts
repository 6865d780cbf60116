// What a format has no place for, in Chinese.

import type { LeftOut } from '../play/left-out'

const names: Readonly<Record<string, (n: number) => string>> = {
  moves: (n) => `${n} 步着法`,
  variations: (n) => `${n} 个变着`,
  comments: (n) => `${n} 条注释`,
  annotations: (n) => `${n} 个评注符号`,
  tags: (n) => `${n} 个标签`,
  start: () => '起始局面',
  variant: () => '棋种',
  result: () => '结果',
}

export const leftOut = (parts: readonly LeftOut[]): string => {
  const said = parts.map(({ code, count }) => names[code]?.(count) ?? `${count} 处其他内容`)
  return `这种格式无处保存：${said.join('、')}。`
}
