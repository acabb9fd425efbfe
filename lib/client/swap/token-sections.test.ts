import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { sectionTokens } from './token-sections'
import type { Token } from './tokens'

const token = (symbol: string): Token => ({
  address: `0x${Buffer.from(symbol).toString('hex').padEnd(40, '0')}`,
  name: symbol,
  symbol,
  decimals: 18,
})
const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(token)
const addressOf = (symbol: string): Address => token(symbol).address
const worth = new Map([
  [addressOf('C'), 5],
  [addressOf('D'), undefined],
  [addressOf('E'), 90],
  [addressOf('F'), 0.5],
])
const known = {
  stored: {
    favourites: [addressOf('G'), addressOf('C')],
    recents: [addressOf('C'), addressOf('B')],
  },
  isHeld: (address: Address) => worth.has(address),
  worthOf: (address: Address) => worth.get(address),
}
const shown = (sections: ReturnType<typeof sectionTokens>) =>
  Object.fromEntries(
    sections.map(({ name, tokens }) => [name, tokens.map((t) => t.symbol).join('')]),
  )

test('each token is in the first section that applies', () => {
  expect(shown(sectionTokens(all, known))).toEqual({
    favourites: 'GC',
    recents: 'B',
    yours: 'EFD',
    all: 'A',
  })
})

test('omits unavailable tokens and empty sections', () => {
  const stored = { favourites: [addressOf('Z')], recents: [] }
  const nothing = { stored, isHeld: () => false, worthOf: () => undefined }
  expect(shown(sectionTokens(all, nothing))).toEqual({ all: 'ABCDEFG' })
})

test('each token is listed exactly once', () => {
  const some = fc.uniqueArray(fc.constantFrom(...all.map(({ address }) => address)))
  fc.assert(
    fc.property(some, some, some, (favourites, recents, held) => {
      const sections = sectionTokens(all, {
        stored: { favourites, recents },
        isHeld: (address) => held.includes(address),
        worthOf: () => 1,
      })
      const symbols = sections.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol))
      expect(symbols.sort()).toEqual(all.map(({ symbol }) => symbol))
    }),
    { seed: 8, numRuns: 200 },
  )
})
