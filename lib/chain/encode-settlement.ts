import { concat, encodeFunctionData, toHex } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import type { Order, SignedOrder, SigningScheme } from '@/lib/core/order'
import { settlementAbi, wrappedNativeAbi } from './contract-abis'

/** One order's execution in a settlement. */
export type SettlementTrade = {
  readonly order: SignedOrder
  /** Atoms to execute now: of the sell token without the fee (sell order) or of the buy token (buy order). */
  readonly executedAmount: bigint
  /** Prices of this trade alone if it does not settle at the clearing prices; only their ratio matters. */
  readonly prices?: { readonly sell: bigint; readonly buy: bigint } | undefined
}

/** The contents of one `settle` call. */
export type SettlementPlan = {
  /** Uniform clearing price of each traded token; only the ratios matter. */
  readonly clearingPrices: ReadonlyMap<Address, bigint>
  readonly trades: readonly SettlementTrade[]
  readonly interactions: {
    readonly pre: readonly Interaction[]
    readonly intra: readonly Interaction[]
    readonly post: readonly Interaction[]
  }
  /** Appended to the calldata as eight bytes, where the indexer reads it. */
  readonly auctionId: bigint | undefined
}

/**
 * Encodes the `settle` call that executes `plan`.
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
  // A trade with its own prices adds its tokens to the list again and points to those entries.
  const indicesOf = ({ order, prices: own }: SettlementTrade) => {
    if (!own) return [indexOf(order.sellToken), indexOf(order.buyToken)] as const
    prices.push(own.sell, own.buy)
    const length = BigInt(tokens.push(order.sellToken, order.buyToken))
    return [length - 2n, length - 1n] as const
  }
  const indices = plan.trades.map(indicesOf)
  const callData = encodeFunctionData({
    abi: settlementAbi,
    functionName: 'settle',
    args: [
      tokens,
      prices,
      plan.trades.map(({ order, executedAmount }, index) => ({
        sellTokenIndex: indices[index]?.[0] ?? 0n,
        buyTokenIndex: indices[index]?.[1] ?? 0n,
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

/** Encodes an order's enums as the contract's bit field (GPv2Trade). */
export function tradeFlags(order: Order, scheme: SigningScheme): bigint {
  const kind = { sell: 0, buy: 1 }[order.kind]
  const fill = order.partiallyFillable ? 1 << 1 : 0
  const source = { erc20: 0, external: 2 << 2, internal: 3 << 2 }[order.sellTokenBalance]
  const destination = { erc20: 0, internal: 1 << 4 }[order.buyTokenBalance]
  const signing = { eip712: 0, ethsign: 1 << 5, eip1271: 2 << 5, presign: 3 << 5 }[scheme]
  return BigInt(kind | fill | source | destination | signing)
}

/** Encodes the signature for the contract: the owner precedes an ERC-1271 signature and replaces a presignature. */
function settlementSignature(order: SignedOrder): Hex {
  if (order.signingScheme === 'eip1271') return concat([order.owner, order.signature])
  if (order.signingScheme === 'presign') return order.owner
  return order.signature
}

/** Returns the interaction that unwraps `amount` of the settlement contract's wrapped native token. */
export function unwrapInteraction(wrappedNative: Address, amount: bigint): Interaction {
  const callData = encodeFunctionData({
    abi: wrappedNativeAbi,
    functionName: 'withdraw',
    args: [amount],
  })
  return { target: wrappedNative, value: 0n, callData }
}
