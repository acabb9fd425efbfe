import type { Notification } from '@/lib/core/notification'
import { fillNotification } from '@/lib/notifications/order-notifications'
import { notifiedOrder, notifiedPair } from './notified-order'

const { weth: sellToken, usdc: buyToken } = notifiedPair
const one = 10n ** 18n

const order = notifiedOrder({
  ...{ sellAmount: one, executedSell: one },
  ...{ buyAmount: 3_000n * one, executedBuy: 3_000n * one },
})

/** Returns the notification of a fill that sold 1 token with this symbol for 3,021.55 USDC, with `facts` applied. */
export function testNotification(
  facts: Partial<Notification> & { readonly symbol?: string } = {},
): Notification {
  const { symbol = 'WETH', ...others } = facts
  const tokens = new Map([
    [sellToken, { address: sellToken, symbol, decimals: 18 }],
    [buyToken, { address: buyToken, symbol: 'USDC', decimals: 6 }],
  ] as const)
  const fill = {
    blockHash: `0x${'b1'.repeat(32)}`,
    logIndex: 4,
    txHash: `0x${'7a'.repeat(32)}`,
    sellAmount: one,
    buyAmount: 3_021_550_000n,
    feeAmount: 0n,
  } as const
  const createdAt = new Date('2026-11-21T12:00:00Z')
  return { ...fillNotification(order, tokens, fill), createdAt, ...others }
}
