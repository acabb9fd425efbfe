import { encodeFunctionData } from 'viem'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { CallOutcome, SimulatedCall } from '@/lib/chain/simulation/bounded-simulation'
import { vaultAbi, withdrawalKinds } from '@/lib/chain/vault-abi'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'

/** What an owner has of a sell token, and how much of it a settlement may take, in atoms. */
export type Funds = {
  readonly balance: bigint
  /** The uint256 maximum for internal balances, where the owner's approval of the relayer alone counts. */
  readonly allowance: bigint
}

/** Sell-token atoms that a settlement can take. */
export function payableOf({ balance, allowance }: Funds): bigint {
  return minAmount(balance, allowance)
}

/** An owner's funds, and how taking them ends. */
export type FundsAnswer = Funds & { readonly transfer: CallOutcome }

type FundedOrder = {
  readonly owner: Address
  readonly order: Pick<Order, 'sellToken' | 'sellAmount' | 'feeAmount' | 'sellTokenBalance'>
}

/** Gas of a call of the sell token or the vault, and what a transaction and its data may cost. */
const callGas = 1_050_000n

/**
 * The calls that tell what {@link parseFunds} reads: balance, allowance, the owner's trust in the
 * vault relayer (where the vault is drawn on), and the transfer that a settlement would begin with.
 */
export function fundsCalls(ctx: Context, { owner, order }: FundedOrder): SimulatedCall[] {
  const { sellToken, sellTokenBalance: source } = order
  const { settlementContract, vaultRelayerContract: relayer } = ctx.config
  const ask = (to: Address, data: Hex) => ({ from: settlementContract, to, data, gas: callGas })
  const balance = ask(
    sellToken,
    encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  )
  const spender = source === 'erc20' ? relayer : balancerVault
  const allowance = ask(
    sellToken,
    encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
  )
  const internal = ask(
    balancerVault,
    encodeFunctionData({
      abi: vaultAbi,
      functionName: 'getInternalBalance',
      args: [owner, [sellToken]],
    }),
  )
  const trust = ask(
    balancerVault,
    encodeFunctionData({
      abi: vaultAbi,
      functionName: 'hasApprovedRelayer',
      args: [owner, relayer],
    }),
  )
  const transfer = transferCall(ctx, { owner, order })
  if (source === 'erc20') return [balance, allowance, transfer]
  return source === 'external' ? [balance, allowance, trust, transfer] : [internal, trust, transfer]
}

/** Reads the outcomes of {@link fundsCalls}; undefined when balance or allowance is not told. */
export function parseFunds(
  { sellTokenBalance: source }: FundedOrder['order'],
  outcomes: readonly CallOutcome[],
): FundsAnswer | undefined {
  const [held, allowed] = outcomes
  const transfer = outcomes.at(-1)
  const trust = source === 'erc20' ? 1n : wordOf(outcomes.at(-2), 0)
  // An array of one is answered as offset, length, value.
  const balance = wordOf(held, source === 'internal' ? 2 : 0)
  const allowance = source === 'internal' ? maxUint256 : wordOf(allowed, 0)
  if (balance === undefined || allowance === undefined || !transfer) return undefined
  return { balance, allowance: trust === 1n ? allowance : 0n, transfer }
}

/** What the vault relayer does for the settlement contract (GPv2Transfer). */
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
