import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import {
  addImport,
  dropImport,
  isRefused,
  type KeptTokens,
  noKeptTokens,
  noteChoice,
  noteRefusal,
  parseKeptTokens,
  toggleFavourite,
  writeKeptTokens,
} from './kept-tokens'
import type { Token } from './tokens'

const address = (n: number): Address => `0x${String(n).padStart(40, '0')}`
const token = (n: number): Token => ({
  address: address(n),
  name: `Token ${n}`,
  symbol: `T${n}`,
  decimals: 18,
})
const day = 24 * 3_600_000

test('a star marks a token and takes the mark away again', () => {
  const marked = toggleFavourite(toggleFavourite(noKeptTokens, address(1)), address(2))
  expect(marked.favourites).toEqual([address(1), address(2)])
  expect(toggleFavourite(marked, address(1)).favourites).toEqual([address(2)])
})

test('the six tokens chosen last are kept, the newest first, each once', () => {
  const chosen = [1, 2, 3, 4, 5, 6, 7, 2].map(address).reduce(noteChoice, noKeptTokens)
  expect(chosen.recents).toEqual([2, 7, 6, 5, 4, 3].map(address))
})

test('a token that was added by hand is kept until it is taken away, with its marks', () => {
  const added = noteChoice(
    toggleFavourite(addImport(noKeptTokens, token(1)), address(1)),
    address(1),
  )
  expect(addImport(added, token(1)).imported).toEqual([token(1)])
  expect(dropImport(added, address(1))).toEqual(noKeptTokens)
})

test('a token that the service would not trade is remembered for a day', () => {
  const refused = noteRefusal(noKeptTokens, { token: address(1), nowMs: 1_000 })
  expect(isRefused(refused, { token: address(1), nowMs: 999 + day })).toBe(true)
  expect(isRefused(refused, { token: address(1), nowMs: 1_000 + day })).toBe(false)
  expect(isRefused(refused, { token: address(2), nowMs: 1_000 })).toBe(false)
})

test('refusals that are over are forgotten', () => {
  const first = noteRefusal(noKeptTokens, { token: address(1), nowMs: 0 })
  const later = noteRefusal(first, { token: address(2), nowMs: day })
  expect(later.refused.map((each) => each.token)).toEqual([address(2)])
})

const someToken = fc.nat(9).map(token)
const someAddress = fc.nat(9).map(address)
const someKept: fc.Arbitrary<KeptTokens> = fc.record({
  favourites: fc.uniqueArray(someAddress),
  recents: fc.uniqueArray(someAddress, { maxLength: 6 }),
  imported: fc.array(someToken),
  refused: fc.array(fc.record({ token: someAddress, untilMs: fc.nat() })),
})

test('what is kept is read as it was written', () => {
  fc.assert(
    fc.property(someKept, (kept) => {
      expect(parseKeptTokens(writeKeptTokens(kept))).toEqual(kept)
    }),
    { seed: 8, numRuns: 200 },
  )
})

test('whatever stands in the storage, nothing malformed is read and nothing fails', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record({ favourites: fc.jsonValue(), imported: fc.array(fc.jsonValue()) })
          .map((value) => JSON.stringify(value)),
        fc.constant(null),
      ),
      (stored) => {
        const kept = parseKeptTokens(stored)
        expect(parseKeptTokens(writeKeptTokens(kept))).toEqual(kept)
      },
    ),
    { seed: 8, numRuns: 500 },
  )
  const spoilt = { imported: [{ ...token(1), decimals: -1 }, { symbol: 'X' }, 7, token(2)] }
  expect(parseKeptTokens(JSON.stringify(spoilt)).imported).toEqual([token(2)])
})
