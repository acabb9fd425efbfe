import { type Address, zeroAddress } from '@/lib/core/address'
import { noInteractions } from '@/lib/core/interaction'
import { wrapAll } from '@/lib/core/native-order'
import { nativeOrdersContract } from '@/lib/core/networks'
import type { KnownTokens, NotifiedOrder } from '@/lib/notifications/order-text'

/** Tokens of {@link notifiedOrder}. */
export const notifiedPair: { readonly weth: Address; readonly usdc: Address } = {
  weth: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  usdc: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
}
const { weth, usdc } = notifiedPair
const one = 10n ** 18n

/** Token metadata for notifications about {@link notifiedOrder}. */
export const notifiedTokens: KnownTokens = new Map([
  [weth, { address: weth, symbol: 'WETH', decimals: 18 }],
  [usdc, { address: usdc, symbol: 'USDC', decimals: 6 }],
])

/** Returns a sale of 2 WETH for at least 6,000 USDC, 1 WETH of it filled for 3,021.55, with `change` applied. */
export function notifiedOrder(change: Partial<NotifiedOrder> = {}): NotifiedOrder {
  return {
    uid: `0x${'ab'.repeat(56)}`,
    chainId: 1,
    owner: `0x${'11'.repeat(20)}`,
    sellToken: weth,
    buyToken: usdc,
    receiver: zeroAddress,
    sellAmount: 2n * one,
    buyAmount: 6_000_000_000n,
    validTo: 1_800_000_000,
    appData: `0x${'00'.repeat(32)}`,
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: true,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    executedSell: one,
    executedBuy: 3_021_550_000n,
    executedFee: 0n,
    interactions: noInteractions,
    ...change,
  }
}

/** Returns changes that turn {@link notifiedOrder} into an on-chain native-token order placed by `sender`. */
export function nativeSale(sender: Address): Partial<NotifiedOrder> {
  const wrap = { target: nativeOrdersContract, value: 0n, callData: wrapAll }
  return {
    owner: nativeOrdersContract,
    onchainSender: sender,
    interactions: { pre: [wrap], post: [] },
  }
}
