import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { reachText } from './reach-text'

const words = { t: translatorOf('account'), format: formatOf('en') }

test('a session lists its networks', () => {
  expect(reachText(words, null)).toBe('Valid on all networks.')
  expect(reachText(words, [1])).toBe('Valid on Ethereum only.')
  expect(reachText(words, [1, 100, 42161])).toBe(
    'Valid on Ethereum, Gnosis Chain, and Arbitrum One only.',
  )
})
