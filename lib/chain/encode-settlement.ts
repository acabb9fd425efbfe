import { concat, encodeFunctionData, toHex } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import type { Order, SignedOrder, SigningScheme } from '@/lib/core/order'
import { settlementAbi } from './settlement-abi'

/** One order's part in a settlement. */
export type SettlementTrade = {
  readonly order: SignedOrder
  /** Atoms of the sell token (sell order, without the fee) or the buy token (buy order) to execute now. */
  readonly executedAmount: bigint
  /** Prices of this trade alone, where it is not settled at the clearing prices; only their ratio matters. */
  readonly prices?: { readonly sell: bigint; readonly buy: bigint } | undefined
}

/** Everything that one call of `settle` carries. */
export type SettlementPlan = {
  /** Price of each token traded; only their ratios matter. */
  readonly clearingPrices: ReadonlyMap<Address, bigint>
  readonly trades: readonly SettlementTrade[]
  readonly interactions: {
    readonly pre: readonly Interaction[]
    readonly intra: readonly Interaction[]
    readonly post: readonly Interaction[]
  }
  /** Appended as eight bytes behind the calldata, where the indexer reads it. */
  readonly auctionId: bigint | undefined
}

/**
 * Encodes the call of `settle` that carries out `plan`.
 *
 * @throws {RangeError} when a traded token has no clearing price.
 */
export function encodeSettlement(plan: SettlementPlan): Hex {
  const tokens = [...plan.clearingPrices.keys()].sort()
  const indexOf = (token: Address): bigint => {
    const index = tokens.indexOf(token)
    if (index < 0) throw new RangeError(`no clearing price for ${token}`)
    return BigInt(index)
  }
  const prices = tokens.map((token) => plan.clearingPrices.get(token) ?? 0n)
  // A token may stand in the list again, with another price, for the trades that point there.
  const indicesOf = ({ order, prices: own }: SettlementTrade) => {
    if (!own) return [indexOf(order.sellToken), indexOf(order.buyToken)] as const
    prices.push(own.sell, own.buy)
    const length = BigInt(tokens.push(order.sellToken, order.buyToken))
    return [length - 2n, length - 1n] as const
  }
  const places = plan.trades.map(indicesOf)
  const callData = encodeFunctionData({
    abi: settlementAbi,
    functionName: 'settle',
    args: [
      tokens,
      prices,
      plan.trades.map(({ order, executedAmount }, index) => ({
        sellTokenIndex: places[index]?.[0] ?? 0n,
        buyTokenIndex: places[index]?.[1] ?? 0n,
        receiver: order.receiver,
        sellAmount: order.sellAmount,
        buyAmount: order.buyAmount,
        validTo: order.validTo,
        appData: order.appData,
        feeAmount: order.feeAmount,
        flags: tradeFlags(order, order.signingScheme),
        executedAmount,
        signature: settlementSignature(order),
      })),
      [[...plan.interactions.pre], [...plan.interactions.intra], [...plan.interactions.post]],
    ],
  })
  if (plan.auctionId === undefined) return callData
  return concat([callData, toHex(plan.auctionId, { size: 8 })])
}

/** The contract's bit field of an order's enumerations (GPv2Trade). */
export function tradeFlags(order: Order, scheme: SigningScheme): bigint {
  const kind = { sell: 0, buy: 1 }[order.kind]
  const fill = order.partiallyFillable ? 1 << 1 : 0
  const source = { erc20: 0, external: 2 << 2, internal: 3 << 2 }[order.sellTokenBalance]
  const destination = { erc20: 0, internal: 1 << 4 }[order.buyTokenBalance]
  const signing = { eip712: 0, ethsign: 1 << 5, eip1271: 2 << 5, presign: 3 << 5 }[scheme]
  return BigInt(kind | fill | source | destination | signing)
}

/** The signature as the contract takes it: the owner stands before or in place of it for contracts. */
function settlementSignature(order: SignedOrder): Hex {
  if (order.signingScheme === 'eip1271') return concat([order.owner, order.signature])
  if (order.signingScheme === 'presign') return order.owner
  return order.signature
}
