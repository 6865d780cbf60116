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
function styled(original: Element): Element {
  const copy = original.cloneNode(true) as Element
  inline(original, copy)
  return copy
}

/** The ids that an element and its children refer to. */
function referred(element: Element): Set<string> {
  const text = new XMLSerializer().serializeToString(element)
  const found = text.matchAll(/(?:href="#|url\((?:"|&quot;)?#)([^")&]+)/g)
  return new Set([...found].map((match) => match[1]!))
}

/** Parts of the page that drawings refer to, as text: they are the same in all pictures of a game. */
export type Parts = Map<string, { readonly text: string; readonly refers: readonly string[] }>

/** The text of an SVG file of a drawn board: it needs no other file and no stylesheet. `without`: so many of its first layers are left out. */
export function svgOf(drawn: SVGSVGElement, parts: Parts = new Map(), without = 0): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement
  const layers = [...copy.children]
  const originals = [...drawn.children]
  for (const [i, layer] of layers.entries()) {
    if (i < without) layer.remove()
    else inline(originals[i]!, layer)
  }
  // An element without children would be written without an end tag.
  if (copy.children.length === 0) {
    copy.append(document.createElementNS('http://www.w3.org/2000/svg', 'g'))
  }
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  for (const name of ['role', 'aria-label', 'fill', 'font-family']) copy.removeAttribute(name)
  const { width, height } = drawn.viewBox.baseVal
  copy.setAttribute('width', `${width}`)
  copy.setAttribute('height', `${height}`)
  const known = new Set([...copy.querySelectorAll('[id]')].map(({ id }) => id))
  const wanted = [...referred(copy)]
  const defs: string[] = []
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (known.has(id)) continue
    known.add(id)
    let part = parts.get(id)
    if (!part) {
      const original = document.getElementById(id)
      if (!original) continue
      const own = styled(original)
      part = { text: new XMLSerializer().serializeToString(own), refers: [...referred(own)] }
      parts.set(id, part)
    }
    defs.push(part.text)
    wanted.push(...part.refers)
  }
  const text = new XMLSerializer().serializeToString(copy)
  const inside = text.indexOf('>') + 1
  return `${text.slice(0, inside)}<defs>${defs.join('')}</defs>${text.slice(inside)}`
}

/** How many layers two drawings have in common, from the lowest up. */
export function sameLayers(one: SVGSVGElement, other: readonly string[]): number {
  const layers = [...one.children]
  let same = 0
  while (same < layers.length && same < other.length && layers[same]!.outerHTML === other[same]) {
    same++
  }
  return same
}

/** The size of a picture of this width. */
export function sizeOf(drawn: SVGSVGElement, width: number): { width: number; height: number } {
  const box = drawn.viewBox.baseVal
  return { width, height: Math.round((width * box.height) / box.width) }
}

/** Draws an SVG file on a canvas of this size. `below`: what lies under it. */
export async function draw(
  svg: string,
  { width, height }: { width: number; height: number },
  below: HTMLCanvasElement | null = null,
): Promise<HTMLCanvasElement> {
  const image = new Image(width, height)
  // As data: the hall's content security policy allows no images from `blob:`.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  if (below) context.drawImage(below, 0, 0)
  context.drawImage(image, 0, 0, width, height)
  return canvas
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
