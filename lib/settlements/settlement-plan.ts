import { encodeFunctionData } from 'viem'
import type { Auction, AuctionOrder } from '@/lib/auctions/auction'
import { indexOrders } from '@/lib/auctions/ledger'
import type { Solution } from '@/lib/auctions/solution'
import type { SettlementPlan } from '@/lib/chain/encode-settlement'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { unwrapInteraction } from '@/lib/chain/unwrap'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Interaction } from '@/lib/core/interaction'
import { balancerVault } from '@/lib/core/networks'
import type { HopSettlement } from '@/lib/liquidity/encode-hop'
import { encodeRoute } from '@/lib/routing/encode-route'

type PlanInput = {
  readonly auction: Auction
  readonly solution: Solution
  readonly auctionId: bigint
  /** Where the routes are carried out. */
  readonly where: HopSettlement
}

type Payment = Pick<AuctionOrder, 'order' | 'interactions'> & {
  readonly executedAmount: bigint
  readonly buyAmount: bigint
}

/**
 * Makes of a solution the call that settles it: what the traded orders call before, the routes, what the
 * payments need (native tokens unwrapped, and the Balancer vault allowed to take what is paid into internal
 * balances), and what the orders call after. A partially fillable order makes its calls on every fill.
 *
 * @throws {RangeError} when the solution trades an order that the auction does not hold.
 */
export function planSettlement(input: PlanInput): SettlementPlan {
  const { auction, solution, auctionId, where } = input
  const orders = indexOrders(auction)
  const payments = solution.trades.map(({ uid, executedAmount, buyAmount }): Payment => {
    const entry = orders.get(uid)
    if (!entry) throw new RangeError(`order ${uid} is not in the auction`)
    const { order, interactions } = entry
    return { order, interactions, executedAmount, buyAmount }
  })
  return {
    clearingPrices: solution.clearingPrices,
    trades: payments.map(({ order, executedAmount }) => ({ order, executedAmount })),
    interactions: {
      pre: payments.flatMap(({ interactions }) => interactions.pre),
      intra: [
        ...solution.routes.flatMap((route) => encodeRoute(route, where)),
        ...unwrapPayments(payments, auction.wrappedNative),
        ...allowVault(payments),
      ],
      post: payments.flatMap(({ interactions }) => interactions.post),
    },
    auctionId,
  }
}

function unwrapPayments(payments: readonly Payment[], wrappedNative: Address): Interaction[] {
  const amount = payments
    .filter(({ order }) => order.buyToken === nativeToken)
    .reduce((sum, { buyAmount }) => sum + buyAmount, 0n)
  return amount > 0n ? [unwrapInteraction(wrappedNative, amount)] : []
}

/** The vault takes exactly the allowance, so it is zero again afterwards (some tokens insist on that). */
function allowVault(payments: readonly Payment[]): Interaction[] {
  const amounts = new Map<Address, bigint>()
  for (const { order, buyAmount } of payments) {
    if (order.buyTokenBalance !== 'internal') continue
    amounts.set(order.buyToken, (amounts.get(order.buyToken) ?? 0n) + buyAmount)
  }
  return [...amounts].map(([target, amount]) => ({
    target,
    value: 0n,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [balancerVault, amount],
    }),
  }))
}
