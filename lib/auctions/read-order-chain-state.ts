import { encodeFunctionData, parseAbi } from 'viem'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import type { Context } from '@/lib/context'
import { maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { aggregateReads, type Read, wordAt } from '@/lib/liquidity/aggregate-reads'

/** What the chain says about an order at one block. */
export type OrderChainState = {
  /** Executed so far in the contract's meaning; the uint256 maximum once invalidated. */
  readonly filled: bigint
  readonly presigned: boolean
  /** Sell-token atoms that the vault relayer can take from the owner: balance and allowance counted. */
  readonly payable: bigint
}

type ReadOrder = { readonly uid: Hex; readonly order: SignedOrder }

const vaultAbi = parseAbi([
  'function getInternalBalance(address user, address[] tokens) view returns (uint256[])',
  'function hasApprovedRelayer(address user, address relayer) view returns (bool)',
])
const readsPerOrder = 5

/**
 * Reads fill, presignature, balance and allowance of orders at one block; what does not answer counts 0.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readOrderChainStates(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly ReadOrder[]
  },
): Promise<ReadonlyMap<Hex, OrderChainState>> {
  const { chainId, blockNumber, orders } = input
  const answers = await aggregateReads(ctx.chain(chainId), {
    blockNumber,
    reads: orders.flatMap((order) => readsOf(ctx, order)),
  })
  return new Map(
    orders.map(({ uid, order }, index) => [
      uid,
      toState(order, answers.slice(index * readsPerOrder, (index + 1) * readsPerOrder)),
    ]),
  )
}

/** Always {@link readsPerOrder} calls: filled, presignature, balance, allowance, approval of the relayer. */
function readsOf(ctx: Context, { uid, order }: ReadOrder): Read[] {
  const { settlementContract, vaultRelayerContract } = ctx.config
  const { owner, sellToken, sellTokenBalance } = order
  const spender = sellTokenBalance === 'erc20' ? vaultRelayerContract : balancerVault
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
    balanceRead(order),
    {
      target: sellToken,
      callData: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, spender],
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

function balanceRead({ owner, sellToken, sellTokenBalance }: SignedOrder): Read {
  if (sellTokenBalance !== 'internal') {
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
    return { target: sellToken, callData: encodeFunctionData(call) }
  }
  const call = {
    abi: vaultAbi,
    functionName: 'getInternalBalance',
    args: [owner, [sellToken]],
  } as const
  return { target: balancerVault, callData: encodeFunctionData(call) }
}

function toState(order: SignedOrder, answers: readonly (Hex | undefined)[]): OrderChainState {
  const [filled, presignature, balance, allowance, approval] = answers
  // An array of one is answered as offset, length, value.
  const isInternal = order.sellTokenBalance === 'internal'
  const balanceAtoms = wordAt(balance, isInternal ? 2 : 0) ?? 0n
  const allowed = isInternal ? maxUint256 : (wordAt(allowance, 0) ?? 0n)
  const trusts = order.sellTokenBalance === 'erc20' || wordAt(approval, 0) === 1n
  return {
    filled: wordAt(filled, 0) ?? maxUint256,
    presigned: (wordAt(presignature, 0) ?? 0n) !== 0n,
    payable: trusts ? minAmount(balanceAtoms, allowed) : 0n,
  }
}
