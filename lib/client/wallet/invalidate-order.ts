import { encodeFunctionData } from 'viem'
import type { Config } from 'wagmi'
import { estimateGas, getGasPrice, sendTransaction } from 'wagmi/actions'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { askWallet } from './ask-wallet'
import { sendBatch } from './batch-calls'
import { nativeOrdersAbi } from './native-orders-abi'

/** An order to cancel on-chain by its owner, or by its sender if a contract owns it on behalf of the sender. */
export type Invalidation = {
  readonly chainId: number
  readonly settlementContract: Address
  readonly order: InvalidatedOrder
}

type InvalidatedOrder = Pick<
  ShownOrder,
  | 'uid'
  | 'owner'
  | 'placement'
  | 'buyToken'
  | 'sellAmount'
  | 'buyAmount'
  | 'feeAmount'
  | 'partiallyFillable'
>

const abi = [
  {
    type: 'function',
    name: 'invalidateOrder',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'orderUid', type: 'bytes' }],
    outputs: [],
  },
] as const

/** Estimates the current cost of an on-chain cancellation in wei of the native token. */
export async function estimateInvalidation(
  config: Config,
  invalidation: Invalidation,
): Promise<bigint> {
  const { chainId } = invalidation
  const [gas, price] = await Promise.all([
    estimateGas(config, callOf(invalidation)),
    getGasPrice(config, { chainId }),
  ])
  return gas * price
}

/** Has the wallet cancel an order on-chain and returns the transaction's hash. */
export function sendInvalidation(config: Config, invalidation: Invalidation): Promise<Hex> {
  return askWallet(() => sendTransaction(config, callOf(invalidation)))
}

/**
 * Has a wallet that batches calls cancel orders of one owner on chain by one confirmation, and returns the bundle's id.
 * @throws the wallet's error (4001: declined).
 */
export function sendInvalidations(
  config: Config,
  {
    orders,
    ...site
  }: Omit<Invalidation, 'order'> & { readonly orders: readonly InvalidatedOrder[] },
): Promise<string> {
  const calls = orders.map((order) => callOf({ ...site, order }))
  const [first] = calls
  if (!first) throw new Error('there is nothing to cancel')
  const { chainId, account } = first
  return sendBatch(config, { chainId, account, calls: calls.map(({ to, data }) => ({ to, data })) })
}

function callOf({ chainId, settlementContract, order }: Invalidation) {
  const { uid, owner, placement } = order
  if (!placement) {
    const data = encodeFunctionData({ abi, functionName: 'invalidateOrder', args: [uid] })
    return { chainId, account: owner, to: settlementContract, data } as const
  }
  // Expiry and quote id are not part of the contract's order key.
  const request = { ...order, ...placement, validTo: 0, quoteId: 0n }
  const data = encodeFunctionData({
    ...{ abi: nativeOrdersAbi, functionName: 'invalidateOrder', args: [request] },
  })
  return { chainId, account: placement.sender, to: owner, data } as const
}
