import { encodeFunctionData } from 'viem'
import type { Auction } from '@/lib/auctions/auction'
import type { Solution } from '@/lib/auctions/solution'
import type { SettlementPlan } from '@/lib/chain/encode-settlement'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { unwrapInteraction } from '@/lib/chain/unwrap'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Interaction } from '@/lib/core/interaction'
import { balancerVault } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { encodeRoute, type RouteSettlement } from '@/lib/liquidity/encode-route'

type PlanInput = {
  readonly auction: Auction
  readonly solution: Solution
  readonly auctionId: bigint
  /** Where the routes are carried out. */
  readonly where: RouteSettlement
}

type Payment = {
  readonly order: SignedOrder
  readonly executedAmount: bigint
  readonly buyAmount: bigint
}

/**
 * Makes of a solution the call that settles it: the routes, then what the payments need: native tokens
 * unwrapped, and the Balancer vault allowed to take what is paid into internal balances.
 *
 * @throws {RangeError} when the solution trades an order that the auction does not hold.
 */
export function planSettlement(input: PlanInput): SettlementPlan {
  const { auction, solution, auctionId, where } = input
  const orders = new Map(auction.orders.map(({ uid, order }) => [uid, order]))
  const payments = solution.trades.map(({ uid, executedAmount, buyAmount }): Payment => {
    const order = orders.get(uid)
    if (!order) throw new RangeError(`order ${uid} is not in the auction`)
    return { order, executedAmount, buyAmount }
  })
  return {
    clearingPrices: solution.clearingPrices,
    trades: payments.map(({ order, executedAmount }) => ({ order, executedAmount })),
    interactions: {
      pre: [],
      intra: [
        ...solution.routes.flatMap((route) => encodeRoute(route, where)),
        ...unwrapPayments(payments, auction.wrappedNative),
        ...allowVault(payments),
      ],
      post: [],
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
