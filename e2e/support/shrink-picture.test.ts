import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunk, shrinkPicture } from './shrink-picture'

type Colour = readonly [red: number, green: number, blue: number]

/** More similar colours than a palette holds, each twice as frequent as the one distinct colour. */
const greens = Array.from({ length: 400 }, (_, index): Colour => [0, index % 20, 100 + index / 20])
const red: Colour = [220, 20, 20]
const row = [...greens, red, ...greens]

describe('shrinkPicture', () => {
  it('keeps a rare but distinct colour', () => {
    const small = shrinkPicture(pictureOf(row))
    const at = readRow(small, row.length)
    expect(at[greens.length]).toEqual(red)
  })

  it('changes no colour channel by more than 2', () => {
    const shown = readRow(shrinkPicture(pictureOf(row)), row.length)
    const deviations = shown.map((colour, x) =>
      Math.max(...colour.map((part, index) => Math.abs(part - Math.trunc(row[x]?.[index] ?? 0)))),
    )
    expect(Math.max(...deviations)).toBeLessThanOrEqual(2)
  })

  it('returns a palette image unchanged', () => {
    const small = shrinkPicture(pictureOf(row))
    expect(shrinkPicture(small)).toBe(small)
  })
})

/** Returns a PNG of one row. */
function pictureOf(colours: readonly Colour[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(colours.length, 0)
  header.writeUInt32BE(1, 4)
  header.set([8, 2], 8)
  const line = Buffer.from([0, ...colours.flat()])
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(line)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** Reads the colours of a one-row palette PNG. */
function readRow(file: Buffer, width: number): readonly Colour[] {
  const find = (type: string) => {
    const at = file.indexOf(type, 0, 'latin1')
    return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4))
  }
  const [palette, line] = [find('PLTE'), inflateSync(find('IDAT'))]
  return Array.from({ length: width }, (_, x) => {
    const at = line.readUInt8(x + 1) * 3
    return [palette.readUInt8(at), palette.readUInt8(at + 1), palette.readUInt8(at + 2)]
  })
}
