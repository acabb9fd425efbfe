import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const files = [
  ['Instrument Sans', 500, 'instrument-sans-latin-500-normal.woff'],
  ['Instrument Sans', 600, 'instrument-sans-latin-600-normal.woff'],
  ['Bricolage Grotesque', 600, 'bricolage-grotesque-latin-600-normal.woff'],
  ['Geist Mono', 600, 'geist-mono-latin-600-normal.woff'],
] as const

let loaded: Promise<PictureFont[]> | undefined

type PictureFont = {
  readonly name: string
  readonly weight: 500 | 600
  readonly data: Buffer
  readonly style: 'normal'
}

/** Reads the fonts of drawn pictures once; their renderer takes neither WOFF2 nor variable fonts. */
export function pictureFonts(): Promise<PictureFont[]> {
  loaded ??= Promise.all(
    files.map(async ([name, weight, file]) => {
      const data = await readFile(join(process.cwd(), 'app/fonts', file))
      return { name, weight, data, style: 'normal' } as const
    }),
  )
  return loaded
}
