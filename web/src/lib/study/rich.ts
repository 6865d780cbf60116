// The formatting of comments: **bold**, *italic*, `code` and lists. Everything else is text.

export interface Span {
  readonly kind: 'text' | 'bold' | 'italic' | 'code'
  readonly text: string
}

export interface Block {
  readonly kind: 'paragraph' | 'item'
  readonly spans: readonly Span[]
}

const MARKED = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`/g

export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let at = 0
  for (const found of text.matchAll(MARKED)) {
    if (found.index > at) spans.push({ kind: 'text', text: text.slice(at, found.index) })
    const [all, bold, italic, code] = found
    if (bold !== undefined) spans.push({ kind: 'bold', text: bold })
    else if (italic !== undefined) spans.push({ kind: 'italic', text: italic })
    else spans.push({ kind: 'code', text: code ?? '' })
    at = found.index + all.length
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) })
  return spans
}

export function blocksOf(text: string): Block[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const item = /^\s*[-*]\s+(.*)$/.exec(line)
      return {
        kind: item ? ('item' as const) : ('paragraph' as const),
        spans: spansOf(item?.[1] ?? line),
      }
    })
}
