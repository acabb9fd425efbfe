import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import {
  addImport,
  addRecent,
  addRefusal,
  dropImport,
  isRefused,
  noStoredTokens,
  parseStoredTokens,
  type StoredTokens,
  serializeTokens,
  toggleFavourite,
} from './stored-tokens'
import type { Token } from './tokens'

const address = (n: number): Address => `0x${String(n).padStart(40, '0')}`
const token = (n: number): Token => ({
  address: address(n),
  name: `Token ${n}`,
  symbol: `T${n}`,
  decimals: 18,
})
const day = 24 * 3_600_000

test('toggles a favourite', () => {
  const marked = toggleFavourite(toggleFavourite(noStoredTokens, address(1)), address(2))
  expect(marked.favourites).toEqual([address(1), address(2)])
  expect(toggleFavourite(marked, address(1)).favourites).toEqual([address(2)])
})

test('stores the six tokens selected last, newest first, without duplicates', () => {
  const chosen = [1, 2, 3, 4, 5, 6, 7, 2].map(address).reduce(addRecent, noStoredTokens)
  expect(chosen.recents).toEqual([2, 7, 6, 5, 4, 3].map(address))
})

test('stores an imported token until it is removed, along with its other marks', () => {
  const added = addRecent(
    toggleFavourite(addImport(noStoredTokens, token(1)), address(1)),
    address(1),
  )
  expect(addImport(added, token(1)).imported).toEqual([token(1)])
  expect(dropImport(added, address(1))).toEqual(noStoredTokens)
})

test('stores a refused token for a day', () => {
  const refused = addRefusal(noStoredTokens, { token: address(1), nowMs: 1_000 })
  expect(isRefused(refused, { token: address(1), nowMs: 999 + day })).toBe(true)
  expect(isRefused(refused, { token: address(1), nowMs: 1_000 + day })).toBe(false)
  expect(isRefused(refused, { token: address(2), nowMs: 1_000 })).toBe(false)
})

test('drops expired refusals', () => {
  const first = addRefusal(noStoredTokens, { token: address(1), nowMs: 0 })
  const later = addRefusal(first, { token: address(2), nowMs: day })
  expect(later.refused.map((each) => each.token)).toEqual([address(2)])
})

const someToken = fc.nat(9).map(token)
const someAddress = fc.nat(9).map(address)
const someTokens: fc.Arbitrary<StoredTokens> = fc.record({
  favourites: fc.uniqueArray(someAddress),
  recents: fc.uniqueArray(someAddress, { maxLength: 6 }),
  imported: fc.array(someToken),
  refused: fc.array(fc.record({ token: someAddress, untilMs: fc.nat() })),
})

test('parsing inverts serialisation', () => {
  fc.assert(
    fc.property(someTokens, (tokens) => {
      expect(parseStoredTokens(serializeTokens(tokens))).toEqual(tokens)
    }),
    { seed: 8, numRuns: 200 },
  )
})

test('parses any storage content without failing, and ignores malformed entries', () => {
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
      (text) => {
        const tokens = parseStoredTokens(text)
        expect(parseStoredTokens(serializeTokens(tokens))).toEqual(tokens)
      },
    ),
    { seed: 8, numRuns: 500 },
  )
  const spoilt = { imported: [{ ...token(1), decimals: -1 }, { symbol: 'X' }, 7, token(2)] }
  expect(parseStoredTokens(JSON.stringify(spoilt)).imported).toEqual([token(2)])
})
