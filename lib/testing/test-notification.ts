import { type Address, zeroAddress } from '@/lib/core/address'
import type { Notification } from '@/lib/notifications/notification'
import { fillNotification } from '@/lib/notifications/order-notifications'
import type { NotifiedOrder } from '@/lib/notifications/order-text'

const sellToken: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const buyToken: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const one = 10n ** 18n

const order: NotifiedOrder = {
  uid: `0x${'ab'.repeat(56)}`,
  chainId: 1,
  owner: `0x${'11'.repeat(20)}`,
  sellToken,
  buyToken,
  receiver: zeroAddress,
  sellAmount: one,
  buyAmount: 3_000n * one,
  validTo: 1_800_000_000,
  appData: `0x${'00'.repeat(32)}`,
  feeAmount: 0n,
  kind: 'sell',
  partiallyFillable: true,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
  executedSell: one,
  executedBuy: 3_000n * one,
  executedFee: 0n,
}

/** The notification of a fill that sold 1 of a token with this symbol for 3,021.55 USDC; facts may be others. */
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
