import { readHead } from '@/lib/chain/read-headers'
import { type CallOutcome, simulateAfter } from '@/lib/chain/simulation/bounded-simulation'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { Interaction } from '@/lib/core/interaction'
import type { Order } from '@/lib/core/order'
import { type FundsAnswer, fundsCalls, parseFunds } from './funds-calls'
/** An order and the account that funds it. */
export type FundedOrder = {
  readonly chainId: number
  readonly owner: Address
  readonly order: Order
  /** Interactions executed before the settlement transfers the sell tokens. */
  readonly pre: readonly Interaction[]
}

/**
 * Rejects an order that its owner cannot fund, and returns the gas of the transfer; see {@link simulatePayment}. A
 * successful simulation at the latest block also covers later payments of at most that amount, so many orders of an owner
 * cost one simulation.
 *
 * @throws {ServiceError} as {@link simulatePayment}.
 */
export async function checkFunds(ctx: Context, funded: FundedOrder): Promise<bigint> {
  // Hooks have arbitrary effects: a result with hooks says nothing about another order.
  if (funded.pre.length > 0) return simulatePayment(ctx, funded)
  return checkFundsOnce(ctx, funded, () => simulatePayment(ctx, funded))
}

/**
 * Simulates the payment of an order at the latest block, after its pre-hooks: the owner's balance and allowance must
 * cover sellAmount + feeAmount, and the transfer must succeed within `MAX_TRANSFER_GAS`. Returns its gas, without that of a
 * transaction. Uses one simulation. Spec: Submission errors.
 *
 * @throws {ServiceError} InsufficientBalance, InsufficientAllowance, TransferSimulationFailed, UnsupportedToken when
 *   the token does not answer, InternalServerError when the RPC does not.
 */
async function simulatePayment(ctx: Context, funded: FundedOrder): Promise<bigint> {
  const { chainId, order, pre } = funded
  const calls = fundsCalls(ctx, funded)
  const outcomes = await simulateAfter(ctx, { chainId, interactions: pre, calls })
  const funds = outcomes && parseFunds(order, outcomes)
  if (!funds) {
    throw pre.length > 0 && !outcomes
      ? new ServiceError(
          'TransferSimulationFailed',
          'the pre-hooks of this order cannot be carried out; let them do less',
        )
      : new ServiceError(
          'UnsupportedToken',
          `token ${order.sellToken} does not answer as an ERC-20 does`,
        )
  }
  checkAmounts(ctx, funded, funds)
  return funds.transfer.gasUsed
}

function checkAmounts(
  ctx: Context,
  { order, pre }: FundedOrder,
  { balance, allowance, transfer }: FundsAnswer,
): void {
  const { sellTokenBalance } = order
  const needed = order.sellAmount + order.feeAmount
  const after = pre.length > 0 ? ' after the pre-hooks' : ''
  if (balance < needed) {
    throw new ServiceError(
      'InsufficientBalance',
      `the owner has ${balance} of the sell token (${sellTokenBalance})${after}, the order needs ${needed}`,
    )
  }
  if (allowance < needed) {
    throw new ServiceError(
      'InsufficientAllowance',
      `the vault relayer ${ctx.config.vaultRelayerContract} may take ${allowance} of the sell token (${sellTokenBalance})${after}, the order needs ${needed}`,
    )
  }
  if (!isTransferred(transfer)) {
    throw new ServiceError(
      'TransferSimulationFailed',
      `balance and allowance suffice, but the sell token refuses to move ${needed} from the owner (revert data ${transfer.returnData.slice(0, 522)})`,
    )
  }
  // The vault's own operations cost more, and are the service's choice.
  if (sellTokenBalance === 'erc20' && transfer.gasUsed > ctx.config.maxTransferGas) {
    throw new ServiceError(
      'TransferSimulationFailed',
      `the sell token uses ${transfer.gasUsed} gas to move ${needed} from the owner, at most ${ctx.config.maxTransferGas} is allowed`,
    )
  }
}

/** As in the vault relayer (GPv2SafeERC20): return data, if any, must be true. */
function isTransferred({ succeeded, returnData }: CallOutcome): boolean {
  return succeeded && (returnData === '0x' || BigInt(returnData.slice(0, 66)) !== 0n)
}

/** A simulated payment of `amount` atoms; `gas` never rejects, and is undefined if the payment fails. */
type FundingCheck = { readonly amount: bigint; readonly gas: Promise<bigint | undefined> }

/** Payments simulated at a network's latest block, by owner, token and source. */
type FundingChecks = { head: Hex | undefined; byPayer: Map<string, FundingCheck> }

/** Maximum number of remembered payers, to bound memory while no new block arrives. */
export const maxPayers = 10_000

/** An order without pre-hooks, and its payer. */
type Payment = {
  readonly chainId: number
  readonly owner: Address
  readonly order: Pick<Order, 'sellToken' | 'sellAmount' | 'feeAmount' | 'sellTokenBalance'>
}

/**
 * Simulates a payment unless one of at least this amount, by the same owner from the same source, succeeded at the
 * latest block. Reuses successes only, so a stale failure never rejects an order. Returns the gas of the transfer.
 *
 * @throws what `simulate` throws.
 */
export async function checkFundsOnce(
  ctx: Context,
  { chainId, owner, order }: Payment,
  simulate: () => Promise<bigint>,
): Promise<bigint> {
  const byPayer = checksAt(ctx, chainId, await readHead(ctx, chainId))
  const payer = `${owner}:${order.sellToken}:${order.sellTokenBalance}`
  const amount = order.sellAmount + order.feeAmount
  const earlier = byPayer.get(payer)
  const known = earlier && amount <= earlier.amount ? await earlier.gas : undefined
  if (known !== undefined) return known
  const simulation = simulate()
  const gas = simulation.catch(() => undefined)
  if (byPayer.size >= maxPayers) byPayer.clear()
  byPayer.set(payer, { amount, gas })
  return simulation
}

const checksOf = defineSlot('orders/funding-checks', (_, _chainId: number): FundingChecks => {
  return { head: undefined, byPayer: new Map() }
})

function checksAt(ctx: Context, chainId: number, head: Hex | undefined): Map<string, FundingCheck> {
  const checks = checksOf(ctx, chainId)
  if (checks.head !== head || head === undefined) {
    checks.head = head
    checks.byPayer = new Map()
  }
  return checks.byPayer
}
