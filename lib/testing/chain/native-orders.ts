import { encodeFunctionData, toHex } from 'viem'
import { onchainOrdersAbi } from '@/lib/chain/contract-abis'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import { maxUint32 } from '@/lib/core/time'
import { type RandomMarket, randomMarket } from '@/lib/testing/auctions/random-market'
import type { TestTransaction } from '@/lib/testing/auctions/test-settlement'
import { completeOrder, noAppData } from '@/lib/testing/orders/sign-test-order'

/** The variable terms of an on-chain order that sells WETH, by default 0.01 ETH, for one atom. */
type NativeTerms = {
  readonly sender: Address
  readonly buyToken: Address
  /** Unix seconds, chosen by the sender. */
  readonly validTo: number
  readonly sellAmount?: bigint
  readonly buyAmount?: bigint
  readonly feeAmount?: bigint
  readonly appData?: Hex
  readonly quoteId?: bigint
}

/** An order that sells mainnet's native token through the contract of the embedded network. */
export type NativeTestOrder = {
  readonly uid: Hex
  /** As the contract emits it. */
  readonly order: Order
  readonly placement: TestTransaction
  readonly invalidation: TestTransaction
}

/** Returns a unique order and the calls that place and cancel it. */
export function nativeOrder({
  sender,
  validTo,
  quoteId = 0n,
  ...terms
}: NativeTerms): NativeTestOrder {
  const order = completeOrder({
    sellToken: getNetwork(1).wrappedNative,
    receiver: sender,
    sellAmount: 10n ** 16n + count++,
    buyAmount: 1n,
    validTo: maxUint32,
    appData: noAppData,
    ...terms,
  })
  const request = { ...order, validTo, quoteId }
  const digest = hashOrder(orderDomain(1, defaultSettlement), order)
  const call = (functionName: 'createOrder' | 'invalidateOrder') => ({
    from: sender,
    to: nativeOrdersContract,
    data: encodeFunctionData({ abi: onchainOrdersAbi, functionName, args: [request] }),
  })
  return {
    uid: orderUid(digest, nativeOrdersContract, maxUint32),
    order,
    placement: { ...call('createOrder'), value: toHex(order.sellAmount + order.feeAmount) },
    invalidation: call('invalidateOrder'),
  }
}

let count = 0n

/** Returns a random market of 20 tokens and 120 pools; the first token is mainnet's wrapped native token. */
export function nativeMarket(): Pick<RandomMarket, 'tokens' | 'pools'> {
  const { wrappedNative } = getNetwork(1)
  const { tokens, pools } = randomMarket({ seed: 9, tokens: 20, pools: 120, concentrated: 0.3 })
  const [first = wrappedNative] = tokens
  const renamed = <T extends string>(token: T) => (token === first ? wrappedNative : token)
  return {
    tokens: tokens.map(renamed),
    pools: pools.map((pool) =>
      'token0' in pool
        ? { ...pool, token0: renamed(pool.token0), token1: renamed(pool.token1) }
        : pool,
    ),
  }
}
