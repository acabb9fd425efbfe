import type { CallOutcome } from '@/lib/chain/simulation/bounded-simulation'
import { simulateAfter } from '@/lib/chain/simulation/simulate-after'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { Interaction } from '@/lib/core/interaction'
import type { Order } from '@/lib/core/order'
import { checkFundsOnce } from './funding-check-cache'
import { type FundsAnswer, fundsCalls, parseFunds } from './funds-calls'

/** An order whose owner has to pay for it. */
export type FundedOrder = {
  readonly chainId: number
  readonly owner: Address
  readonly order: Order
  /** What its settlement calls before it draws the sell tokens. */
  readonly pre: readonly Interaction[]
}

/**
 * Refuses an order that its owner cannot pay, as {@link playPayment} says; who has paid for as much
 * or more in a simulation on the newest block is taken at that, so that many orders of an owner
 * cost one simulation.
 *
 * @throws {ServiceError} as {@link playPayment}.
 */
export async function checkFunds(ctx: Context, funded: FundedOrder): Promise<void> {
  // Hooks may do anything, for one order and not for the next.
  if (funded.pre.length > 0) return playPayment(ctx, funded)
  await checkFundsOnce(ctx, funded, () => playPayment(ctx, funded))
}

/**
 * Refuses an order whose owner lacks sellAmount + feeAmount of the sell token, or has not let the
 * vault relayer take it, or of whom it cannot be taken all the same, at the latest block after the
 * order's pre-hooks. All of it is one simulation. Spec: Submission errors.
 *
 * @throws {ServiceError} InsufficientBalance, InsufficientAllowance, TransferSimulationFailed,
 *   UnsupportedToken when the token does not answer, InternalServerError when the RPC does not.
 */
async function playPayment(ctx: Context, funded: FundedOrder): Promise<void> {
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
}

/** As the vault relayer judges it (GPv2SafeERC20): an answer, where there is one, has to be true. */
function isTransferred({ succeeded, returnData }: CallOutcome): boolean {
  return succeeded && (returnData === '0x' || BigInt(returnData.slice(0, 66)) !== 0n)
}
