import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { testOrder } from '@/lib/testing/test-order'
import { isDelayed, pendingOrder } from './pending-order'
import type { SwapOrder } from './place-swap'

const createdAt = new Date(2026, 10, 23)
const order = testOrder({ sellAmount: 10n ** 18n, buyAmount: 3_000_000_000n })
const placed = (change: Partial<SwapOrder> = {}) =>
  ({
    ...{ uid: '0x5e', owner: '0xaa', order, signingScheme: 'eip712', quotedAmount: 3_050_000_000n },
    ...change,
  }) as SwapOrder

test('an order that was just placed is open, and offers what was quoted', () => {
  expect(pendingOrder(placed(), createdAt)).toMatchObject({
    ...{ status: 'open', createdAt, signed: true, isQuoted: true, executedBuy: 0n },
    offer: { sellAmount: order.sellAmount + order.feeAmount, buyAmount: 3_050_000_000n },
  })
  const bought = placed({ order: { ...order, kind: 'buy' }, signingScheme: 'presign' })
  expect(pendingOrder(bought, createdAt)).toMatchObject({
    signed: false,
    offer: { sellAmount: 3_050_000_000n, buyAmount: order.buyAmount },
  })
  expect(pendingOrder(placed({ quotedAmount: undefined }), createdAt)).toMatchObject({
    isQuoted: false,
  })
})

test('only an open order that took its quote is delayed', () => {
  const late = createdAt.getTime() + 301_000
  expect(isDelayed(shownOrder({ createdAt }), late)).toBe(true)
  expect(isDelayed(shownOrder({ createdAt }), late - 2_000)).toBe(false)
  expect(isDelayed(shownOrder({ createdAt, isQuoted: false }), late)).toBe(false)
  expect(isDelayed(shownOrder({ createdAt, status: 'expired' }), late)).toBe(false)
})
