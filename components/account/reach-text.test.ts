import { expect, test } from 'vitest'
import { reachText } from './reach-text'

test('a session says where it is good', () => {
  expect(reachText(null)).toBe('Good for all networks.')
  expect(reachText([1])).toBe('Good for Ethereum only.')
  expect(reachText([1, 100, 42161])).toBe('Good for Ethereum, Gnosis Chain, and Arbitrum One only.')
})
