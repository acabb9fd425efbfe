import { expect, test } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import {
  nativeSale,
  notifiedOrder,
  notifiedPair,
  notifiedTokens as tokens,
} from '@/lib/testing/channels/notified-order'
import { correctionId, correctionOf, notificationId, occurrenceId } from './notification-id'
import {
  cancellationNotification,
  expiryNotification,
  fillNotification,
  priceImprovementNotification,
  shortBalanceNotification,
} from './order-notifications'

const { weth } = notifiedPair
const one = 10n ** 18n

const order = notifiedOrder()
const txHash: Hex = `0x${'7a'.repeat(32)}`
const fill = {
  blockHash: `0x${'b1'.repeat(32)}`,
  logIndex: 4,
  txHash,
  sellAmount: one,
  buyAmount: 3_021_550_000n,
  feeAmount: 0n,
} as const

test('notifies the sender of an on-chain order, not the contract that owns it', () => {
  const onchainSender: Address = `0x${'33'.repeat(20)}`
  expect(expiryNotification({ ...order, onchainSender }, tokens).account).toBe(onchainSender)
})

test('a partial fill is order_partially_filled, the last one order_filled', () => {
  const part = fillNotification(order, tokens, fill)
  expect(part).toMatchObject({
    type: 'order_partially_filled',
    account: order.owner,
    message: 'Order partly filled: sold 1 WETH for 3,021.55 USDC on Ethereum; 50% of it is done.',
    metadata: { orderId: order.uid, executedAmount: `${one}`, chainId: 1, txHash },
  })
  const whole = fillNotification({ ...order, executedSell: 2n * one }, tokens, fill)
  expect(whole.type).toBe('order_filled')
  expect(whole.message).toBe('Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.')
})

test('gives the executed amount of a buy order in the buy token', () => {
  const buy = { ...order, kind: 'buy', executedBuy: 6_000_000_000n } as const
  expect(fillNotification(buy, tokens, fill)).toMatchObject({
    type: 'order_filled',
    metadata: { executedAmount: '3021550000' },
  })
})

test.each([
  [1, 'ETH on Ethereum'],
  [100, 'xDAI on Gnosis Chain'],
])('on network %i names a bought native token, in whole units', (chainId, native) => {
  const purchase = notifiedOrder({ chainId, buyToken: nativeToken, buyAmount: 3n * 10n ** 17n })
  const whole = { ...purchase, executedSell: 2n * one }
  const paid = { ...fill, buyAmount: 302_912_345_678_901_234n }
  expect(fillNotification(whole, tokens, paid).message).toBe(
    `Order filled: sold 1 WETH for 0.302912 ${native}.`,
  )
  expect(expiryNotification({ ...purchase, executedSell: 0n }, tokens).message).toBe(
    `Order expired unfilled: sell 2 WETH for at least 0.3 ${native}.`,
  )
})

test('names the native token in its sale, not the wrapped one', () => {
  const sale = notifiedOrder({
    ...nativeSale(`0x${'33'.repeat(20)}`),
    sellAmount: 4n * 10n ** 17n,
    executedSell: 4n * 10n ** 17n,
  })
  const trade = { ...fill, sellAmount: 4n * 10n ** 17n }
  expect(fillNotification(sale, tokens, trade).message).toBe(
    'Order filled: sold 0.4 ETH for 3,021.55 USDC on Ethereum.',
  )
  const cancelled = cancellationNotification(sale, tokens, { reason: 'user_signature' })
  expect(cancelled.message).toContain('sell 0.4 ETH for at least 6,000.00 USDC')
  const saved = { fill: trade, surplus: one / 100n, bps: 25 }
  expect(priceImprovementNotification({ ...sale, kind: 'buy' }, tokens, saved).message).toBe(
    'Surplus: you paid 0.01 ETH (0.25%) less than expected.',
  )
})

test('words expiry, cancellation, short balance and price improvement as sentences', () => {
  const unfilled = { ...order, executedSell: 0n, executedBuy: 0n }
  expect(expiryNotification(unfilled, tokens).message).toBe(
    'Order expired unfilled: sell 2 WETH for at least 6,000.00 USDC on Ethereum.',
  )
  expect(expiryNotification(order, tokens).message).toContain('50% filled')
  const reasons = [
    { reason: 'user_signature' },
    { reason: 'policy: sanctioned token' },
    { reason: 'onchain_cancellation', event: { ...fill } },
    { reason: 'replaced: 0x12' },
  ] as const
  const cancelled = reasons.map((reason) => cancellationNotification(order, tokens, reason))
  expect(cancelled.map(({ metadata }) => metadata.reason)).toEqual(reasons.map((r) => r.reason))
  expect(new Set(cancelled.map(({ id }) => id)).size).toBe(4)
  const ways = ['by your signature', 'by the operator', 'on chain', 'by the order that replaces it']
  for (const [index, way] of ways.entries()) {
    expect(cancelled[index]?.message).toMatch(`Order cancelled ${way}: `)
  }
  expect(cancelled[2]?.metadata.txHash).toBe(txHash)
  const shortfall = { shortOf: 'balance', available: one / 2n, needed: one, number: 7 } as const
  expect(shortBalanceNotification(order, tokens, shortfall).message).toBe(
    'Balance too low: the order needs 1 WETH, the account holds 0.5 WETH on Ethereum.',
  )
  const unapproved = { ...shortfall, shortOf: 'allowance' } as const
  expect(shortBalanceNotification(order, tokens, unapproved)).toMatchObject({
    message: 'Allowance too low: the order needs 1 WETH, the account allows 0.5 WETH on Ethereum.',
    metadata: { shortOf: 'allowance' },
  })
  const better = { fill, surplus: 21_550_000n, bps: 72 }
  expect(priceImprovementNotification(order, tokens, better).message).toBe(
    'Surplus: you received 21.55 USDC (0.72%) more than expected.',
  )
})

test.each([
  ['[free](https://evil.example)', 'freehttps:evil·e'],
  ['<b>WETH</b>', 'bWETH/b'],
  ['W\u202eHTE\u0000\n', 'WHTE'],
  ['S'.repeat(500), 'S'.repeat(16)],
])('shows a hostile symbol %j as %j', (symbol, shown) => {
  const hostile = new Map([...tokens, [weth, { address: weth, symbol, decimals: 18 }] as const])
  expect(fillNotification(order, hostile, fill).message).toContain(`sold 1 ${shown} for`)
})

test('names an unknown token by its address', () => {
  expect(fillNotification(order, new Map(), fill).message).toContain(
    'sold 1,000,000,000,000,000,000 atoms of 0xc02a…6cc2',
  )
})

test('an id identifies the fact and nothing else', () => {
  const notice = { type: 'order_filled', chainId: 1, orderUid: order.uid } as const
  const id = notificationId(notice, fill)
  expect(fillNotification({ ...order, executedSell: 2n * one }, new Map(), fill).id).toBe(id)
  const others = [
    notificationId({ ...notice, type: 'price_improvement' }, fill),
    notificationId({ ...notice, chainId: 100 }, fill),
    notificationId({ ...notice, orderUid: `0x${'cd'.repeat(56)}` }, fill),
    notificationId(notice, { ...fill, logIndex: 5 }),
    notificationId(notice, { ...fill, blockHash: `0x${'b2'.repeat(32)}` }),
    occurrenceId(id, 2),
    occurrenceId(id, 3),
    correctionId(id),
    notificationId(notice, { validTo: 4 }),
    notificationId(notice, { shortfall: 4 }),
  ]
  expect(new Set([id, ...others]).size).toBe(11)
})

test('a correction refers to what it retracts', () => {
  const filled = fillNotification(order, tokens, fill)
  const correction = correctionOf(filled)
  expect(correction).toMatchObject({
    type: filled.type,
    metadata: { ...filled.metadata, correction: true, correctsId: filled.id },
  })
  expect(correction.id).not.toBe(filled.id)
})
