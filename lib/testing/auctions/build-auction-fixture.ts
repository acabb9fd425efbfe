import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import { wholeAmount } from '@/lib/auctions/model/auction'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { noInteractions } from '@/lib/core/interaction'
import type { SignedOrder } from '@/lib/core/order'
import type { ConstantProductPool, Pool } from '@/lib/liquidity/pool'

/** Made-up tokens, by ascending address. */
export const weth: Address = `0x${'11'.repeat(20)}`
export const usdc: Address = `0x${'22'.repeat(20)}`
export const dai: Address = `0x${'33'.repeat(20)}`
export const gno: Address = `0x${'44'.repeat(20)}`

/** Returns the atoms, at 18 decimals, of `whole` thousandths of a token. */
export function milli(whole: number): bigint {
  return BigInt(whole) * 10n ** 15n
}

/** Returns a V2 pool with the usual fee. */
export function fixturePool(
  [token0, reserve0]: readonly [Address, bigint],
  [token1, reserve1]: readonly [Address, bigint],
): ConstantProductPool {
  const tail = `${token0.slice(2, 6)}${token1.slice(2, 6)}`
  const address: Address = `0x${'f'.repeat(32)}${tail}`
  return { protocol: 'uniswap-v2', address, token0, token1, feePpm: 3000, reserve0, reserve1 }
}

/** Returns a fully funded auction order; a sell order by default. */
export function fixtureOrder(
  index: number,
  order: Partial<SignedOrder> & Pick<SignedOrder, 'sellToken' | 'buyToken'>,
): AuctionOrder {
  const whole: SignedOrder = {
    receiver: zeroAddress,
    sellAmount: milli(1000),
    buyAmount: 1n,
    validTo: 4_000_000_000,
    appData: `0x${'00'.repeat(32)}`,
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    owner: `0x${index.toString(16).padStart(40, '0')}`,
    signingScheme: 'eip712',
    signature: `0x${'00'.repeat(65)}`,
    ...order,
  }
  const uid: Hex = `0x${index.toString(16).padStart(112, '0')}`
  const available = whole.sellAmount + whole.feeAmount
  return {
    uid,
    order: whole,
    remaining: wholeAmount(whole),
    available,
    interactions: noInteractions,
    interactionGas: 0n,
  }
}

/** Returns an auction of these orders and pools; gas is free by default. */
export function fixtureAuction(
  orders: readonly AuctionOrder[],
  pools: readonly Pool[],
  further: Partial<Auction> = {},
): Auction {
  const price = 10n ** 18n
  return {
    chainId: 1,
    blockNumber: 100n,
    blockHash: `0x${'ab'.repeat(32)}`,
    timestamp: 1_700_000_000,
    gasPrice: 0n,
    costCoverBps: 0n,
    orders,
    pools,
    prices: new Map([weth, usdc, dai, gno].map((token) => [token, price])),
    wrappedNative: weth,
    baseTokens: [weth],
    settlementContract: `0x${'55'.repeat(20)}`,
    vaultRelayer: `0x${'66'.repeat(20)}`,
    ...further,
  }
}
