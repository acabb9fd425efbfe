import { expect, test } from 'vitest'
import { notifiedOrder, notifiedPair, notifiedTokens } from '@/lib/testing/channels/notified-order'
import { bought, percentage, sold } from './order-text'

const order = notifiedOrder()

test('amounts are formatted as on the pages, a dollar token in cents', () => {
  expect(bought(order, notifiedTokens, 3_021_559_999n)).toBe('3,021.55 USDC')
  expect(sold(order, notifiedTokens, 1_234_567_890_000_000_000n)).toBe('1.2345 WETH')
})

test('an amount of unknown decimals is in atoms', () => {
  const noDecimals = new Map([
    [notifiedPair.usdc, { address: notifiedPair.usdc, symbol: 'USDC', decimals: undefined }],
  ])
  expect(bought(order, noDecimals, 12_345n)).toBe('12,345 atoms of USDC')
})

test('a percentage is rounded down, so that 100% means all', () => {
  expect([percentage(999n, 1_000n), percentage(1n, 1n), percentage(0n, 0n)]).toEqual([
    '99%',
    '100%',
    '100%',
  ])
})
