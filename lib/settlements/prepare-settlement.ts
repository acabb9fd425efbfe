import type { Solution } from '@/lib/auctions/solution'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { routeSettlement } from '@/lib/routing/route-settlement'
import type { Contest } from './contest'
import { settlementGasLimit } from './gas-limit'
import { planSettlement } from './settlement-plan'
import { simulateSettlement } from './simulate-settlement'
import { type Fees, solverAddress } from './solver-account'
import { proposeFees } from './transaction-fees'

/** A settlement that the chain accepts now. */
export type PreparedSettlement = {
  readonly callData: Hex
  /** Gas that the transaction may use, and what it offers for it. */
  readonly gas: bigint
  readonly fees: Fees
  readonly orderUids: readonly Hex[]
}

/**
 * Encodes a solution and plays it on the newest block; the reason where the chain refuses it.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function prepareSettlement(
  ctx: Context,
  { auction, auctionId }: Pick<Contest, 'auction' | 'auctionId'>,
  solution: Solution,
): Promise<PreparedSettlement | { readonly fault: string }> {
  const { chainId } = auction
  const where = routeSettlement(ctx, chainId)
  const plan = planSettlement({ auction, solution, auctionId, where })
  const callData = encodeSettlement(plan)
  const hops = solution.routes.flatMap((route) => route.hops)
  const fees = await proposeFees(ctx, chainId)
  const simulation = await simulateSettlement(ctx, {
    chainId,
    from: solverAddress(ctx),
    callData,
    fees,
    tokens: [
      auction.wrappedNative,
      ...solution.clearingPrices.keys(),
      ...hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
    ],
  })
  if ('fault' in simulation) return simulation
  return {
    callData,
    fees,
    gas: settlementGasLimit(plan, simulation.gas),
    orderUids: solution.trades.map(({ uid }) => uid),
  }
}
