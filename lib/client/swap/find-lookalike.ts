import type { Token } from './tokens'

/** Letters of other alphabets, and digits, that look like Latin capitals. */
const homoglyphs: Readonly<Record<string, string>> = {
  ...{ А: 'A', В: 'B', С: 'C', Ԁ: 'D', Е: 'E', Ԍ: 'G', Н: 'H', Ӏ: 'I', І: 'I', Ј: 'J', К: 'K' },
  ...{ М: 'M', О: 'O', Р: 'P', Ԛ: 'Q', Ѕ: 'S', Т: 'T', У: 'Y', Ү: 'Y', Ѵ: 'V', Ԝ: 'W', Х: 'X' },
  ...{ Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O' },
  ...{ Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X', '0': 'O', '1': 'I', '5': 'S', '8': 'B', L: 'I', '|': 'I' },
}

/** Normalises a text to what it looks like: without accents, case, spaces and punctuation. */
const lookOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/./gu, (letter) => homoglyphs[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Finds a listed token with a symbol or name that looks the same. */
export function findLookalike(
  { address, symbol, name }: Pick<Token, 'address' | 'symbol' | 'name'>,
  tokens: readonly Token[],
): Token | undefined {
  const looks = [symbol, name].map(lookOf)
  return tokens.find(
    (other) =>
      other.address !== address &&
      [other.symbol, other.name].some((text, index) => {
        const look = lookOf(text)
        return look !== '' && look === looks[index]
      }),
  )
}
