// A drawn board as a file: the SVG with everything that it refers to, and pictures of it.

/** The properties that stylesheets give to what boards are drawn with. */
const STYLED = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'stop-color',
  'stop-opacity',
  'font-family',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'display',
] as const

/** Gives a copy the style that the original is shown with, and removes what only the page understands. */
function inline(original: Element, copy: Element): void {
  const style = getComputedStyle(original)
  for (const property of STYLED) {
    const value = style.getPropertyValue(property)
    if (value && value !== 'auto') copy.setAttribute(property, value)
  }
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  const [from, to] = [original.children, copy.children]
  for (let i = 0; i < from.length; i++) inline(from[i]!, to[i]!)
}

/** A copy of an element with its style. */
export function styled(original: Element): Element {
  const copy = original.cloneNode(true) as Element
  inline(original, copy)
  return copy
}

/** The ids that an element and its children refer to. */
function referredIds(element: Element): Set<string> {
  const text = new XMLSerializer().serializeToString(element)
  const found = text.matchAll(/(?:href="#|url\((?:"|&quot;)?#)([^")&]+)/g)
  return new Set([...found].map((match) => match[1]!))
}

/** Parts of the page that drawings refer to, as text: they are the same in all pictures of a game. */
export type Parts = Map<string, { readonly text: string; readonly refers: readonly string[] }>

/** The text of an SVG file of a drawn board: it needs no other file and no stylesheet. `keep`: the layers that are wanted. */
export function svgOf(
  drawn: SVGSVGElement,
  parts: Parts = new Map(),
  keep: (layer: Element) => boolean = () => true,
): string {
  const copy = drawn.cloneNode(false) as SVGSVGElement
  copy.append(...[...drawn.children].filter(keep).map(styled))
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  for (const name of ['role', 'aria-label', 'fill', 'font-family']) copy.removeAttribute(name)
  const { width, height } = drawn.viewBox.baseVal
  return fileOf(copy, { width, height }, parts)
}

/** The text of an SVG file of this size: a drawing whose elements have their styles, with all that it refers to. */
export function fileOf(drawing: SVGSVGElement, { width, height }: Size, parts: Parts): string {
  drawing.setAttribute('width', `${width}`)
  drawing.setAttribute('height', `${height}`)
  const known = new Set([...drawing.querySelectorAll('[id]')].map(({ id }) => id))
  const wanted = [...referredIds(drawing)]
  const defs: string[] = []
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (known.has(id)) continue
    known.add(id)
    let part = parts.get(id)
    if (!part) {
      const original = document.getElementById(id)
      if (!original) continue
      const own = styled(original)
      part = { text: new XMLSerializer().serializeToString(own), refers: [...referredIds(own)] }
      parts.set(id, part)
    }
    defs.push(part.text)
    wanted.push(...part.refers)
  }
  const text = new XMLSerializer().serializeToString(drawing)
  const inside = text.indexOf('>') + 1
  return `${text.slice(0, inside)}<defs>${defs.join('')}</defs>${text.slice(inside)}`
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The size of a picture of this width. */
export function sizeOf(drawn: SVGSVGElement, width: number): Size {
  const box = drawn.viewBox.baseVal
  return { width, height: Math.round((width * box.height) / box.width) }
}

/** Draws an SVG file on a canvas of this size. */
export async function draw(svg: string, { width, height }: Size): Promise<HTMLCanvasElement> {
  const image = new Image(width, height)
  // As data: the hall's content security policy allows no images from `blob:`.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const context = canvasOf({ width, height })
  context.drawImage(image, 0, 0, width, height)
  return context.canvas
}

/** A canvas whose pixels are read again and again. */
export function canvasOf({ width, height }: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  return context
}

/** The picture of a drawn board as PNG. */
export async function pngOf(drawn: SVGSVGElement, width: number): Promise<Blob> {
  const canvas = await draw(svgOf(drawn), sizeOf(drawn, width))
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('no picture'))), 'image/png')
  })
}

/** Whether the browser can copy pictures: only on pages that came over a secure connection. */
export const copiesPictures = (): boolean =>
  typeof ClipboardItem !== 'undefined' && !!navigator.clipboard?.write

/** Whether the browser can make videos: only on pages that came over a secure connection. */
export const makesFilms = (): boolean => typeof VideoEncoder !== 'undefined'

/** Copies a picture; `false` where the browser refuses. */
export async function copyPicture(png: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    return true
  } catch {
    return false
  }
}
