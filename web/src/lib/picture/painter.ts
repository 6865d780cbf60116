// The pictures of a game, one for each position. Reading an SVG file takes the browser 20 ms and more, so that it is done
// a few times for a game and not for every position: the empty board is one picture, all pieces that a game needs are
// drawn beside each other on a sheet, each for its place (so that its edges fall on the same pixels as in the file), and
// the marks are drawn as the lines that they are.

import { CELL } from '../board/geometry'
import { canvasOf, draw, fileOf, styled, svgOf, type Parts, type Size } from './draw'

/** Units of a piece's shadow around its cell. */
const RIM = 24
/** Pieces on a sheet: browsers limit the size of pictures. */
const ON_SHEET = 256
const IN_ROW = 16

/** A mark: a line with its colours. */
interface Shape {
  readonly path: Path2D
  readonly style: Readonly<Record<(typeof STYLE)[number], string>>
}

const STYLE = [
  'fill',
  'stroke',
  'strokeWidth',
  'strokeDasharray',
  'strokeLinecap',
  'strokeLinejoin',
  'opacity',
  'display',
] as const

/** What a position is drawn with, from the lowest layer up. */
type Layer =
  { readonly still: Still } | { readonly piece: Sprite } | { readonly marks: readonly Shape[] }
export type Drawing = readonly Layer[]

/** Layers that are the same in many positions. */
interface Still {
  readonly layers: readonly Element[]
  readonly svg: string
  picture: HTMLCanvasElement | null
}

/** A piece at its place: on the picture, and on a sheet. */
interface Sprite {
  readonly use: Element
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  sheet: HTMLCanvasElement | null
  left: number
  top: number
}

const number = (element: Element, name: string) => Number(element.getAttribute(name))

/** The line of a mark; `null` for an element that is none. */
function lineOf(element: Element): Path2D | null {
  const at = (name: string) => number(element, name)
  const path = new Path2D()
  if (element.localName === 'circle') path.arc(at('cx'), at('cy'), at('r'), 0, 2 * Math.PI)
  else if (element.localName === 'rect')
    path.roundRect(at('x'), at('y'), at('width'), at('height'), at('rx'))
  else if (element.localName === 'path') return new Path2D(element.getAttribute('d') ?? '')
  else return null
  return path
}

export class Painter {
  readonly #size: Size
  readonly #scale: { x: number; y: number }
  readonly #parts: Parts = new Map()
  /** The layers that stay. */
  readonly #stills: Still[] = []
  /** The pieces, by what they are and where. */
  readonly #pieces = new Map<string, Sprite>()
  readonly #context: CanvasRenderingContext2D

  /** `drawn`: a board as it is drawn on the page. */
  constructor(drawn: SVGSVGElement, size: Size) {
    const box = drawn.viewBox.baseVal
    this.#size = size
    this.#scale = { x: size.width / box.width, y: size.height / box.height }
    this.#context = canvasOf(size)
  }

  /** What the board is drawn with now. The page changes the same elements from one position to the next. */
  read(drawn: SVGSVGElement): Drawing {
    const layers: Layer[] = []
    let still: Element[] = []
    const rest = () => {
      if (still.length > 0) layers.push({ still: this.#still(drawn, still) })
      still = []
    }
    for (const layer of drawn.children) {
      const isMarks = layer.classList.contains('marks')
      if (layer.localName !== 'use' && !isMarks) {
        still.push(layer)
        continue
      }
      rest()
      layers.push(isMarks ? { marks: this.#shapes(layer) } : { piece: this.#piece(layer) })
    }
    rest()
    return layers
  }

  #still(drawn: SVGSVGElement, layers: readonly Element[]): Still {
    const same = (other: Still) =>
      other.layers.length === layers.length && other.layers[0] === layers[0]
    let still = this.#stills.find(same)
    if (!still) {
      const svg = svgOf(drawn, this.#parts, (layer) => layers.includes(layer))
      still = { layers, svg, picture: null }
      this.#stills.push(still)
    }
    return still
  }

  #piece(use: Element): Sprite {
    const [x, y] = [number(use, 'x'), number(use, 'y')]
    const key = `${use.getAttribute('href')} ${x} ${y}`
    let piece = this.#pieces.get(key)
    if (!piece) {
      const scale = this.#scale
      const [left, top] = [Math.floor((x - RIM) * scale.x), Math.floor((y - RIM) * scale.y)]
      const size = CELL + 2 * RIM
      piece = {
        use: styled(use),
        x: left,
        y: top,
        width: Math.ceil(size * scale.x) + 1,
        height: Math.ceil(size * scale.y) + 1,
        sheet: null,
        left: 0,
        top: 0,
      }
      this.#pieces.set(key, piece)
    }
    return piece
  }

  #shapes(marks: Element): Shape[] {
    const shapes: Shape[] = []
    for (const element of marks.children) {
      const path = lineOf(element)
      const computed = getComputedStyle(element)
      if (!path || computed.display === 'none') continue
      const style = Object.fromEntries(STYLE.map((name) => [name, computed[name]]))
      shapes.push({ path, style: style as Shape['style'] })
    }
    return shapes
  }

  /** Draws what the positions consist of. All of them have been read before. */
  async prepare(): Promise<void> {
    for (const still of this.#stills) still.picture ??= await draw(still.svg, this.#size)
    const pieces = [...this.#pieces.values()].filter(({ sheet }) => !sheet)
    for (let from = 0; from < pieces.length; from += ON_SHEET) {
      await this.#sheet(pieces.slice(from, from + ON_SHEET))
    }
  }

  async #sheet(pieces: readonly Sprite[]): Promise<void> {
    const { x, y } = this.#scale
    const { width, height } = pieces[0]!
    const size = {
      width: Math.min(pieces.length, IN_ROW) * width,
      height: Math.ceil(pieces.length / IN_ROW) * height,
    }
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
    for (const [i, piece] of pieces.entries()) {
      piece.left = (i % IN_ROW) * width
      piece.top = Math.floor(i / IN_ROW) * height
      const group = document.createElementNS('http://www.w3.org/2000/svg', 'g')
      const moved = `translate(${piece.left - piece.x} ${piece.top - piece.y})`
      group.setAttribute('transform', `${moved} scale(${x} ${y})`)
      group.append(piece.use)
      svg.append(group)
    }
    const sheet = await draw(fileOf(svg, size, this.#parts), size)
    for (const piece of pieces) piece.sheet = sheet
  }

  /** The picture of a position. The canvas is the same for all positions. */
  paint(drawing: Drawing): HTMLCanvasElement {
    const context = this.#context
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#size.width, this.#size.height)
    for (const layer of drawing) {
      if ('marks' in layer) this.#mark(layer.marks)
      else if ('still' in layer) context.drawImage(layer.still.picture!, 0, 0)
      else {
        const { sheet, left, top, width, height, x, y } = layer.piece
        context.drawImage(sheet!, left, top, width, height, x, y, width, height)
      }
    }
    return context.canvas
  }

  #mark(shapes: readonly Shape[]): void {
    const context = this.#context
    context.setTransform(this.#scale.x, 0, 0, this.#scale.y, 0, 0)
    for (const { path, style } of shapes) {
      context.globalAlpha = Number(style.opacity)
      if (style.fill !== 'none') {
        context.fillStyle = style.fill
        context.fill(path)
      }
      const width = parseFloat(style.strokeWidth)
      if (style.stroke === 'none' || !(width > 0)) continue
      context.strokeStyle = style.stroke
      context.lineWidth = width
      context.lineCap = style.strokeLinecap as CanvasLineCap
      context.lineJoin = style.strokeLinejoin as CanvasLineJoin
      const dashes = style.strokeDasharray.match(/[\d.]+/g) ?? []
      context.setLineDash(dashes.map(Number))
      context.stroke(path)
    }
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalAlpha = 1
  }
}
