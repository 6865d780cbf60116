// What a format has no place for, in English.

import type { LeftOut } from '../play/left-out'
import { plural } from './en-plural'

const names: Readonly<Record<string, (n: number) => string>> = {
  moves: (n) => plural(n, 'move', 'moves'),
  variations: (n) => plural(n, 'variation', 'variations'),
  comments: (n) => plural(n, 'comment', 'comments'),
  annotations: (n) => plural(n, 'annotation', 'annotations'),
  tags: (n) => plural(n, 'tag', 'tags'),
  start: () => 'the start position',
  variant: () => 'the variant',
  result: () => 'the result',
}

export const leftOut = (parts: readonly LeftOut[]): string => {
  const said = parts.map(({ code, count }) => names[code]?.(count) ?? `${count} ${code}`)
  return `This format has no place for: ${said.join(', ')}.`
}
