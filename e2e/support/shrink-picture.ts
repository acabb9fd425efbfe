import { crc32, deflateSync, inflateSync } from 'node:zlib'

// PNG (ISO/IEC 15948), limited to what browsers write for screenshots: 8-bit true colour without alpha.

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const maxColours = 256
const trueColour = 2
const indexed = 3

type Picture = { readonly width: number; readonly height: number; readonly pixels: Buffer }

/**
 * Converts a PNG to a palette of at most 256 of its colours: a third of the bytes, with differences below the
 * threshold of the screenshot comparison. Returns palette images unchanged.
 */
export function shrinkPicture(file: Buffer): Buffer {
  const picture = decode(file)
  return picture ? encode(picture) : file
}

function decode(file: Buffer): Picture | undefined {
  const chunks = [...chunksOf(file)]
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  if (header?.[9] !== trueColour) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(packed)), width * 3) }
}

function* chunksOf(file: Buffer) {
  for (let at = signature.length; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    yield { type, data: file.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

/** Reverses the PNG scanline filters, which store each byte as the difference to a prediction from its neighbours. */
function unfilter(lines: Buffer, stride: number): Buffer {
  const height = lines.length / (stride + 1)
  const pixels = Buffer.alloc(height * stride)
  for (let y = 0; y < height; y++) {
    const filter = lines.readUInt8(y * (stride + 1))
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < 3 ? 0 : pixels.readUInt8(at - 3)
      const up = y === 0 ? 0 : pixels.readUInt8(at - stride)
      const corner = x < 3 || y === 0 ? 0 : pixels.readUInt8(at - stride - 3)
      const predicted = predictors[filter]?.(left, up, corner) ?? 0
      pixels[at] = lines.readUInt8(at + y + 1) + predicted
    }
  }
  return pixels
}

type Predictor = (left: number, up: number, corner: number) => number

/** Predictors by filter type: None, Sub, Up, Average, Paeth. */
const predictors: readonly Predictor[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function encode({ width, height, pixels }: Picture): Buffer {
  const { palette, indexOf } = paletteOf(pixels)
  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      lines[y * (width + 1) + 1 + x] = indexOf(pixels.readUIntBE((y * width + x) * 3, 3))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, indexed], 8)
  const colours = Buffer.alloc(palette.length * 3)
  palette.forEach((colour, index) => void colours.writeUIntBE(colour, index * 3, 3))
  const packed = deflateSync(lines, { level: 9, memLevel: 9 })
  const parts = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', packed)]
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))])
}

/** Encodes a PNG chunk: length, type, data and CRC-32. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

function paletteOf(pixels: Buffer) {
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const byCount = [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
  const palette = spread(byCount.map(([colour]) => colour))
  const indexes = new Map(byCount.map(([colour]) => [colour, nearest(palette, colour)]))
  return { palette, indexOf: (colour: number) => indexes.get(colour) ?? 0 }
}

/** Picks the most frequent half, so that shades stay smooth, and others such that every colour is near a picked one. */
function spread(colours: readonly number[]): readonly number[] {
  const half = maxColours / 2
  for (let radius = 0; ; radius++) {
    const palette = colours.slice(0, half)
    for (const colour of colours.slice(half)) {
      if (palette.every((known) => distance(known, colour) > radius ** 2)) palette.push(colour)
      if (palette.length > maxColours) break
    }
    if (palette.length <= maxColours) return palette
  }
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0
  let minimum = Number.POSITIVE_INFINITY
  for (const [index, known] of palette.entries()) {
    const between = distance(known, colour)
    if (between < minimum) [best, minimum] = [index, between]
  }
  return best
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [16, 8, 0].map((bits) => ((a >> bits) & 255) - ((b >> bits) & 255))
  return (red ?? 0) ** 2 + (green ?? 0) ** 2 + (blue ?? 0) ** 2
}
