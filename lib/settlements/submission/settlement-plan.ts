import { encodeFunctionData } from 'viem'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import { applyFees, type ChargedTrade, ownPrices } from '@/lib/auctions/model/order-fees'
import type { Solution } from '@/lib/auctions/model/solution'
import { erc20Abi } from '@/lib/chain/contract-abis'
import {
  type SettlementPlan,
  type SettlementTrade,
  unwrapInteraction,
} from '@/lib/chain/encode-settlement'
import { findForgedCall, type OrderCallees } from '@/lib/chain/simulation/order-calls'
import { type Address, asErc20, nativeToken } from '@/lib/core/address'
import type { Interaction } from '@/lib/core/interaction'
import { balancerVault } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import {
  type Approve,
  createApprovals,
  type Grant,
  grantKey,
  type StandingAllowances,
} from '@/lib/liquidity/approvals'
import { type HopSettlement, spenderOf } from '@/lib/liquidity/encode-hop'
import { encodeRoute } from '@/lib/routing/encode-route'

type PlanInput = {
  readonly auction: Auction
  readonly solution: Solution
  readonly auctionId: bigint
  /** The context in which routes are encoded. */
  readonly where: HopSettlement
  readonly callees: OrderCallees
  /** Default: none. */
  readonly standing?: StandingAllowances
}

type Payment = Pick<AuctionOrder, 'interactions'> &
  ChargedTrade & {
    readonly order: SignedOrder
    readonly executedAmount: bigint
    /** Whether its amounts differ from the clearing prices, since it pays a fee or a cost. */
    readonly isOwnPriced: boolean
  }

/**
 * Encodes a solution as a `settle` call: the orders' pre-hooks, the routes, payments (unwrapping of the native token,
 * the vault's allowance for internal balances, fee transfers), and the post-hooks. A partially fillable order runs its
 * hooks on every fill. Trades that pay fees or costs have clearing prices of their own that are net of these.
 * @throws {RangeError} if the solution trades an order that is not in the auction, or one with a forged call.
 */
export function planSettlement(input: PlanInput): SettlementPlan {
  const { auction, solution, auctionId, where, callees, standing } = input
  const orders = indexOrders(auction)
  const approve = createApprovals(standing)
  const payments = solution.trades.map((trade): Payment => {
    const entry = orders.get(trade.uid)
    if (!entry) throw new RangeError(`order ${trade.uid} is not in the auction`)
    const { order, interactions, charge } = entry
    // Auctions have no such order; a settlement is the last place where it could do harm.
    const call = findForgedCall({ owner: order.owner, interactions }, callees)
    if (call) throw new RangeError(`order ${trade.uid} calls ${call.target}`)
    const { executedAmount, cost = 0n } = trade
    const charged = applyFees(entry, trade)
    const isOwnPriced = charged.fees.length > 0 || cost > 0n
    return { ...charged, order: charge?.signed ?? order, interactions, executedAmount, isOwnPriced }
  })
  return {
    clearingPrices: solution.clearingPrices,
    trades: payments.map(toTrade),
    interactions: {
      pre: payments.flatMap(({ interactions }) => interactions.pre),
      intra: [
        ...solution.routes.flatMap((route) => encodeRoute(route, where, approve)),
        ...unwrapPayments(payments, auction.wrappedNative),
        ...allowVault(payments, approve),
        ...payFees(payments, auction),
      ],
      post: payments.flatMap(({ interactions }) => interactions.post),
    },
    auctionId,
  }
}

function toTrade(payment: Payment): SettlementTrade {
  const { order, executedAmount, isOwnPriced } = payment
  return { order, executedAmount, ...(isOwnPriced ? { prices: ownPrices(payment) } : {}) }
}

/** One transfer per recipient and token; fees of the settlement contract itself stay there. */
function payFees(
  payments: readonly Payment[],
  { wrappedNative, settlementContract }: Auction,
): Interaction[] {
  const sums = new Map<string, { token: Address; recipient: Address; amount: bigint }>()
  for (const fee of payments.flatMap(({ fees }) => fees)) {
    const { recipient } = fee
    if (recipient === settlementContract) continue
    const token = asErc20(fee.token, { wrappedNative })
    const key = `${token} ${recipient}`
    const amount = (sums.get(key)?.amount ?? 0n) + fee.amount
    sums.set(key, { token, recipient, amount })
  }
  return [...sums.values()].map(({ token, recipient, amount }) => ({
    target: token,
    value: 0n,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [recipient, amount],
    }),
  }))
}

function unwrapPayments(payments: readonly Payment[], wrappedNative: Address): Interaction[] {
  const amount = payments
    .filter(({ order }) => order.buyToken === nativeToken)
    .reduce((sum, { buyAmount }) => sum + buyAmount, 0n)
  return amount > 0n ? [unwrapInteraction(wrappedNative, amount)] : []
}

/** The vault uses the exact allowance, so it is zero afterwards, as some tokens require. */
function allowVault(payments: readonly Payment[], approve: Approve): Interaction[] {
  const amounts = new Map<Address, bigint>()
  for (const { order, buyAmount } of payments) {
    if (order.buyTokenBalance !== 'internal') continue
    amounts.set(order.buyToken, (amounts.get(order.buyToken) ?? 0n) + buyAmount)
  }
  return [...amounts].flatMap(([token, amount]) =>
    approve({ token, spender: balancerVault }, amount),
  )
}

/** Returns the allowances that a settlement uses, each once: for its hops, and for payments into internal balances. */
export function grantsOf({
  auction,
  solution,
  where,
}: Pick<PlanInput, 'auction' | 'solution' | 'where'>): Grant[] {
  const orders = indexOrders(auction)
  const hops = solution.routes.flatMap(({ hops }) => hops)
  const swaps = hops.flatMap(({ pool, tokenIn: token }): Grant[] => {
    const spender = spenderOf(pool, where)
    return spender ? [{ token, spender }] : []
  })
  const payments = solution.trades.flatMap(({ uid }): Grant[] => {
    const order = orders.get(uid)?.order
    return order?.buyTokenBalance === 'internal'
      ? [{ token: order.buyToken, spender: balancerVault }]
      : []
  })
  const grants = [...swaps, ...payments]
  return [...new Map(grants.map((grant) => [grantKey(grant), grant])).values()]
}
