import { encodeFunctionData } from 'viem'
import { erc20Abi, vaultAbi, withdrawalKinds } from '@/lib/chain/contract-abis'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { CallOutcome, SimulatedCall } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'

/** An owner's sell-token balance and the amount that a settlement may transfer, in atoms. */
export type Funds = {
  readonly balance: bigint
  /** The uint256 maximum for internal balances, where only the owner's relayer approval counts. */
  readonly allowance: bigint
}

/** Returns the sell-token atoms that a settlement can transfer. */
export function payableOf({ balance, allowance }: Funds): bigint {
  return minAmount(balance, allowance)
}

/** An owner's funds and the outcome of their transfer. */
export type FundsAnswer = Funds & { readonly transfer: CallOutcome }

type FundedOrder = {
  readonly owner: Address
  readonly order: Pick<Order, 'sellToken' | 'sellAmount' | 'feeAmount' | 'sellTokenBalance'>
}

/** Gas limit of a call to the sell token or the vault: a million, and room for intrinsic and calldata gas. */
const callGas = 1_050_000n

/**
 * Builds the calls whose outcomes {@link parseFunds} reads: balance, allowance, the owner's relayer approval (where the
 * vault is used), and the transfer that a settlement starts with.
 */
export function fundsCalls(ctx: Context, { owner, order }: FundedOrder): SimulatedCall[] {
  const { sellToken, sellTokenBalance: source } = order
  const { settlementContract, vaultRelayerContract: relayer } = ctx.config
  const call = (to: Address, data: Hex) => ({ from: settlementContract, to, data, gas: callGas })
  const balance = call(
    sellToken,
    encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  )
  const spender = source === 'erc20' ? relayer : balancerVault
  const allowance = call(
    sellToken,
    encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
  )
  const internal = call(
    balancerVault,
    encodeFunctionData({
      abi: vaultAbi,
      functionName: 'getInternalBalance',
      args: [owner, [sellToken]],
    }),
  )
  const approval = call(
    balancerVault,
    encodeFunctionData({
      abi: vaultAbi,
      functionName: 'hasApprovedRelayer',
      args: [owner, relayer],
    }),
  )
  const transfer = transferCall(ctx, { owner, order })
  if (source === 'erc20') return [balance, allowance, transfer]
  return source === 'external'
    ? [balance, allowance, approval, transfer]
    : [internal, approval, transfer]
}

/** Parses the outcomes of {@link fundsCalls}; undefined when the balance or the allowance is missing. */
export function parseFunds(
  { sellTokenBalance: source }: FundedOrder['order'],
  outcomes: readonly CallOutcome[],
): FundsAnswer | undefined {
  const [held, allowed] = outcomes
  const transfer = outcomes.at(-1)
  const approval = source === 'erc20' ? 1n : wordOf(outcomes.at(-2), 0)
  // A one-element array is encoded as offset, length, value.
  const balance = wordOf(held, source === 'internal' ? 2 : 0)
  const allowance = source === 'internal' ? maxUint256 : wordOf(allowed, 0)
  if (balance === undefined || allowance === undefined || !transfer) return undefined
  return { balance, allowance: approval === 1n ? allowance : 0n, transfer }
}

/** Builds the transfer that the vault relayer makes for the settlement contract (GPv2Transfer). */
function transferCall(ctx: Context, { owner, order }: FundedOrder): SimulatedCall {
  const { settlementContract, vaultRelayerContract: from } = ctx.config
  const { sellToken, sellTokenBalance: source } = order
  const amount = order.sellAmount + order.feeAmount
  if (source === 'erc20') {
    const args = [owner, settlementContract, amount] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
    return { from, to: sellToken, data, gas: callGas }
  }
  const operation = {
    kind: withdrawalKinds[source],
    asset: sellToken,
    amount,
    sender: owner,
    recipient: settlementContract,
  }
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'manageUserBalance',
    args: [[operation]],
  })
  return { from, to: balancerVault, data, gas: callGas }
}

function wordOf(outcome: CallOutcome | undefined, index: number): bigint | undefined {
  return outcome?.succeeded ? wordAt(outcome.returnData, index) : undefined
}
