import { encodeFunctionData } from 'viem'
import { wholeAmount } from '@/lib/auctions/model/auction'
import { settlementAbi, vaultAbi } from '@/lib/chain/contract-abis'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { type Funds, payableOf } from '@/lib/orders/placement/funds-calls'
import { findUnsigned } from './find-invalid-signatures'
import { type HookedOrder, readFundsAfterHooks } from './read-funds-after-hooks'
import { type Purse, readTokenFunds } from './read-token-funds'

/** The on-chain state of an order at one block. */
export type OrderChainState = {
  /** Executed amount as the contract counts it; the maximum uint256 once invalidated. */
  readonly filled: bigint
  readonly presigned: boolean
  /** Whether the signing wallet (ERC-1271) rejects the signature now. */
  readonly isUnsigned?: boolean
  /** The owner's available funds; after the order's pre-hooks if they are insufficient before them. */
  readonly funds: Funds
  /** Whether pre-hooks that may add funds could not be simulated this time. */
  readonly isUnsure?: boolean
}

const readsPerOrder = 4

/**
 * Reads fills, presignatures, balances and allowances of orders at one block, and checks ERC-1271 signatures; a failed
 * read counts as 0. Pre-hooks that could not be simulated add nothing.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function readOrderChainStates(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly HookedOrder[]
  },
): Promise<ReadonlyMap<Hex, OrderChainState>> {
  const { chainId, blockNumber, orders } = input
  const [answers, funds, unsigned] = await Promise.all([
    aggregateReads(ctx.chain(chainId), {
      blockNumber,
      reads: orders.flatMap((order) => readsOf(ctx, order)),
    }),
    readTokenFunds(ctx, {
      chainId,
      blockNumber,
      purses: orders.flatMap(({ order }) => purseOf(ctx, order) ?? []),
    }),
    findUnsigned(ctx, input),
  ])
  const states = new Map(
    orders.map(({ uid, order }, index): [Hex, OrderChainState] => {
      const own = answers.slice(index * readsPerOrder, (index + 1) * readsPerOrder)
      const purse = purseOf(ctx, order)
      const state = toState(order, own, purse && funds(purse))
      return [uid, unsigned.has(uid) ? { ...state, isUnsigned: true } : state]
    }),
  )
  const hooked = orders.filter((order) => needsHooks(order, states.get(order.uid)))
  const fundsAfter = await readFundsAfterHooks(ctx, { chainId, blockNumber, orders: hooked })
  for (const { uid } of hooked) {
    const state = states.get(uid)
    const after = fundsAfter.get(uid)
    const found = after ? { funds: after } : { isUnsure: true }
    if (state) states.set(uid, { ...state, ...found })
  }
  return states
}

/** Returns whether an open order depends on its pre-hooks. */
function needsHooks({ order, interactions }: HookedOrder, state: OrderChainState | undefined) {
  if (!state || interactions.pre.length === 0 || state.filled >= wholeAmount(order)) return false
  if (order.signingScheme === 'presign' && !state.presigned) return false
  return payableOf(state.funds) < order.sellAmount + order.feeAmount
}

/** Always {@link readsPerOrder} calls: filled amount, presignature, internal balance, relayer approval. */
function readsOf(ctx: Context, { uid, order }: HookedOrder): Read[] {
  const { settlementContract, vaultRelayerContract } = ctx.config
  const { owner, sellToken } = order
  return [
    {
      target: settlementContract,
      callData: encodeFunctionData({
        abi: settlementAbi,
        functionName: 'filledAmount',
        args: [uid],
      }),
    },
    {
      target: settlementContract,
      callData: encodeFunctionData({
        abi: settlementAbi,
        functionName: 'preSignature',
        args: [uid],
      }),
    },
    {
      target: balancerVault,
      callData: encodeFunctionData({
        abi: vaultAbi,
        functionName: 'getInternalBalance',
        args: [owner, [sellToken]],
      }),
    },
    {
      target: balancerVault,
      callData: encodeFunctionData({
        abi: vaultAbi,
        functionName: 'hasApprovedRelayer',
        args: [owner, vaultRelayerContract],
      }),
    },
  ]
}

/** Reads of the token contract; none for internal balances, which the vault keeps. */
function purseOf(ctx: Context, order: SignedOrder): Purse | undefined {
  const { owner, sellToken: token, sellTokenBalance } = order
  if (sellTokenBalance === 'internal') return undefined
  const { vaultRelayerContract } = ctx.config
  return {
    token,
    owner,
    spender: sellTokenBalance === 'erc20' ? vaultRelayerContract : balancerVault,
  }
}

function toState(
  order: SignedOrder,
  [filled, presignature, internal, approval]: readonly (Hex | undefined)[],
  tokenFunds: Funds | undefined,
): OrderChainState {
  // ABI encoding of a one-element array: offset, length, value.
  const funds = tokenFunds ?? { balance: wordAt(internal, 2) ?? 0n, allowance: maxUint256 }
  const trusts = order.sellTokenBalance === 'erc20' || wordAt(approval, 0) === 1n
  return {
    filled: wordAt(filled, 0) ?? maxUint256,
    presigned: (wordAt(presignature, 0) ?? 0n) !== 0n,
    funds: trusts ? funds : { ...funds, allowance: 0n },
  }
}
