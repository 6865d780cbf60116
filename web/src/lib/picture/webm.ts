// A WebM file of encoded pictures: the few elements of Matroska that a silent video needs, and the times at which
// its parts begin, so that one can jump in it.

/** A picture as the encoder gives it. */
export interface Chunk {
  readonly data: Uint8Array
  /** When it is shown, in milliseconds. */
  readonly time: number
  /** Whether it needs no picture before it. */
  readonly key: boolean
}

interface Film {
  readonly width: number
  readonly height: number
  /** How long it is, in milliseconds. */
  readonly duration: number
  /** The first is a key picture. */
  readonly chunks: readonly Chunk[]
}

/** The identifiers of the elements. */
const ID = {
  header: 0x1a45dfa3,
  version: 0x4286,
  readVersion: 0x42f7,
  idLength: 0x42f2,
  sizeLength: 0x42f3,
  type: 0x4282,
  typeVersion: 0x4287,
  typeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackId: 0x73c5,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cues: 0x1c53bb6b,
  cue: 0xbb,
  cueTime: 0xb3,
  cuePlaces: 0xb7,
  cueTrack: 0xf7,
  cuePlace: 0xf1,
  cluster: 0x1f43b675,
  time: 0xe7,
  block: 0xa3,
} as const

/** A number as bytes, the highest first. */
function bytes(value: number, length: number): Uint8Array {
  return Uint8Array.from(
    { length },
    (_, i) => Math.floor(value / 2 ** (8 * (length - 1 - i))) & 255,
  )
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** An element: its identifier, the number of its bytes (always eight bytes, of which the first says so), and these. */
function element(id: number, ...content: readonly Uint8Array[]): Uint8Array {
  const length = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1
  const size = content.reduce((sum, part) => sum + part.length, 0)
  return joined([bytes(id, length), bytes(1, 1), bytes(size, 7), ...content])
}

const number = (id: number, value: number, length = 4) => element(id, bytes(value, length))
const text = (id: number, value: string) => element(id, new TextEncoder().encode(value))

function float(id: number, value: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(8))
  data.setFloat64(0, value)
  return element(id, new Uint8Array(data.buffer))
}

/** A part of the film: a key picture and those that follow it. */
function cluster(chunks: readonly Chunk[]): Uint8Array {
  const begin = chunks[0]!.time
  const blocks = chunks.map(({ data, time, key }) =>
    element(ID.block, bytes(0x81, 1), bytes(time - begin, 2), bytes(key ? 0x80 : 0, 1), data),
  )
  return element(ID.cluster, number(ID.time, begin), ...blocks)
}

/** The file of a film in VP8. */
export function webm({ width, height, duration, chunks }: Film): Blob {
  const parts: Chunk[][] = []
  for (const chunk of chunks) {
    if (chunk.key) parts.push([])
    parts.at(-1)!.push(chunk)
  }
  const clusters = parts.map(cluster)
  const info = element(
    ID.info,
    // Times are in milliseconds.
    number(ID.scale, 1_000_000),
    float(ID.duration, duration),
    text(ID.muxer, 'Yiqi'),
    text(ID.writer, 'Yiqi'),
  )
  const video = element(ID.video, number(ID.width, width, 2), number(ID.height, height, 2))
  const track = element(
    ID.track,
    number(ID.trackNumber, 1, 1),
    number(ID.trackId, 1, 1),
    number(ID.trackType, 1, 1),
    text(ID.codec, 'V_VP8'),
    video,
  )
  const head = joined([info, element(ID.tracks, track)])
  /** Where each part begins: the table stands before the parts, and its length does not depend on the places. */
  const cues = (first: number) => {
    let at = first
    return element(
      ID.cues,
      ...parts.map((part, i) => {
        const place = element(ID.cuePlaces, number(ID.cueTrack, 1, 1), number(ID.cuePlace, at))
        at += clusters[i]!.length
        return element(ID.cue, number(ID.cueTime, part[0]!.time), place)
      }),
    )
  }
  const header = element(
    ID.header,
    number(ID.version, 1, 1),
    number(ID.readVersion, 1, 1),
    number(ID.idLength, 4, 1),
    number(ID.sizeLength, 8, 1),
    text(ID.type, 'webm'),
    number(ID.typeVersion, 2, 1),
    number(ID.typeReadVersion, 2, 1),
  )
  const segment = element(ID.segment, head, cues(head.length + cues(0).length), ...clusters)
  return new Blob([joined([header, segment])], { type: 'video/webm' })
}
