import { readdirSync, readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { locales } from '@/lib/core/format/locale'
import { messageArguments } from '@/lib/testing/message-arguments'
import { catalogues } from './catalogues'

type Texts = { readonly [name: string]: string | Texts }

/** All texts by their full names: "swap.review.title". */
function listTexts(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[`${prefix}${name}`, value]]
      : listTexts(value, `${prefix}${name}.`),
  )
}

const english = new Map(listTexts(catalogues.en as Texts))
const others = locales
  .filter((locale) => locale !== 'en')
  .map((locale) => ({ locale, texts: new Map(listTexts(catalogues[locale] as Texts)) }))

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
)

/** String literals and template prefixes in the pages' code. */
const literals = new Set(sources.flatMap((text) => text.match(/'[\w.-]+'/g) ?? []))
const beginnings = [
  ...new Set(
    sources.flatMap((text) => [...text.matchAll(/\b[tT]\w*(?:\.rich)?\(\s*`([\w.-]+[.-])\$\{/g)]),
  ),
].map((match) => `${match[1]}`)

const isUsed = (name: string): boolean =>
  literals.has(`'${name}'`) || beginnings.some((beginning) => name.startsWith(beginning))

describe('the catalogues', () => {
  it.each(locales)('list every file of messages/%s', (locale) => {
    const files = readdirSync(`messages/${locale}`).map((file) => file.replace('.json', ''))
    expect(Object.keys(catalogues[locale]).sort()).toEqual(files.sort())
  })

  it.each(others)('have the same keys in $locale as in English', ({ texts }) => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it.each(others)('use the same values and tags in $locale', ({ texts }) => {
    const wanted = [...english].map(([name, text]) => [name, messageArguments(text)])
    expect([...texts].map(([name, text]) => [name, messageArguments(text)]).sort()).toEqual(
      wanted.sort(),
    )
  })

  it.each(others)('contain no English sentence in $locale', ({ texts }) => {
    const countWords = (text: string) => text.replace(/\{\w+\}/g, '').match(/\p{L}+/gu)?.length ?? 0
    const left = [...english].filter(
      ([name, text]) => countWords(text) > 3 && texts.get(name) === text,
    )
    expect(left).toEqual([])
  })

  it.each(locales)('contain no empty text in %s, and none with surrounding spaces', (locale) => {
    const texts = listTexts(catalogues[locale] as Texts)
    expect(texts.filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  it.each(locales)('contain only texts in %s that can be formatted', (locale) => {
    for (const [name, text] of listTexts(catalogues[locale] as Texts)) {
      const t = createTranslator({ locale, messages: { text }, onError: fail })
      const values = messageArguments(text).map((argument) =>
        argument.startsWith('<')
          ? [argument.slice(1, -1), (chunks: string) => chunks]
          : [argument, argument.includes('=') ? '' : 1],
      )
      expect(t.markup('text', Object.fromEntries(values)), name).not.toBe('')
    }
  })

  it('contain no unused text', () => {
    // Code may refer to a nested text through its section's translator: "review.title" as well as "title".
    const unused = [...english.keys()].filter((full) => {
      const [, ...path] = full.split('.')
      return !path.some((_, index) => isUsed(path.slice(index).join('.')))
    })
    expect(unused).toEqual([])
  })
})

function fail(error: Error): never {
  throw error
}
