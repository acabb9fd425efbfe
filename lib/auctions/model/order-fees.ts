import type { PartnerFee } from '@/lib/app-data/metadata'
import { type ExecutedFee, feePolicyJson } from '@/lib/chain-events/executed-fee'
import type { Address } from '@/lib/core/address'
import { ceilDiv, minAmount, mulDiv, mulDivUp } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'
import type { Offer } from '@/lib/orders/placement/order-quote-store'
import type { AuctionOrder } from './auction'
import { executeOrder } from './execution'
import type { SolutionTrade } from './solution'

/** A fee policy of an order, with the quote that it refers to, if known. */
export type FeePolicy = { readonly fee: PartnerFee; readonly quote?: Offer | undefined }

/** An order's fees, in the order in which they are charged. */
export type OrderCharge = {
  /** The order with its signed limit; the order that solvers see has a limit with room for the volume fees. */
  readonly signed: SignedOrder
  readonly policies: readonly FeePolicy[]
}

/**
 * A fee charged on one fill, in atoms of the token whose amount is not fixed: bought (sell order) or sold (buy order).
 */
export type TakenFee = {
  readonly policy: FeePolicy
  readonly recipient: Address
  readonly token: Address
  readonly amount: bigint
}

/** The owner's amounts of a fill, and the fees. */
export type ChargedTrade = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly fees: readonly TakenFee[]
}

/** Denominator of volume fees, a million: basis points may have two decimals. */
const whole = 1_000_000n
const partsOf = (bps: number) => minAmount(BigInt(Math.round(bps * 100)), whole - 1n)

/**
 * Returns the order that solvers compete for: its limit leaves the owner the signed limit after all volume fees. Fees
 * on surplus or price improvement take only what exceeds the limit, and need no room.
 */
export function withRoomForFees(entry: AuctionOrder, policies: readonly FeePolicy[]): AuctionOrder {
  if (policies.length === 0) return entry
  const { order: signed } = entry
  const min = minBefore(signed, { ...signed, executed: signed }, policies)[0] ?? 0n
  const order =
    signed.kind === 'sell' ? { ...signed, buyAmount: min } : { ...signed, sellAmount: min }
  return { ...entry, order, charge: { signed, policies } }
}

/**
 * Deducts an order's fees from a fill at the clearing prices. The owner always keeps the limit; no fee is charged if
 * the contract could not compute the remaining amounts.
 */
export function applyFees(entry: AuctionOrder, trade: SolutionTrade): ChargedTrade {
  const free = { sellAmount: trade.sellAmount, buyAmount: trade.buyAmount, fees: [] }
  const { charge } = entry
  if (!charge) return free
  const { signed, policies } = charge
  const fees = takeFees(signed, trade, policies)
  const total = fees.reduce((sum, { amount }) => sum + amount, 0n)
  if (total === 0n) return free
  const isSell = signed.kind === 'sell'
  const sellAmount = isSell ? trade.sellAmount : trade.sellAmount + total
  const buyAmount = isSell ? trade.buyAmount - total : trade.buyAmount
  const execution = executeOrder(signed, trade.executedAmount, ownPrices({ sellAmount, buyAmount }))
  const isExact = execution?.sellAmount === sellAmount && execution.buyAmount === buyAmount
  return isExact ? { sellAmount, buyAmount, fees } : free
}

/** Returns prices at which the contract exchanges exactly these amounts. */
export function ownPrices({ sellAmount, buyAmount }: Offer): { sell: bigint; buy: bigint } {
  return { sell: buyAmount, buy: sellAmount }
}

/** A fee as stored; without a quote, its reference is the order's limit. */
export function executedFee(
  { order, charge }: AuctionOrder,
  { policy, recipient, token, amount }: TakenFee,
): ExecutedFee {
  const json = feePolicyJson(policy.fee, policy.quote ?? charge?.signed ?? order)
  return { policy: json, recipient, token, amount: String(amount) }
}

function takeFees(
  signed: SignedOrder,
  trade: SolutionTrade,
  policies: readonly FeePolicy[],
): TakenFee[] {
  const isSell = signed.kind === 'sell'
  const min = minBefore(signed, { ...signed, executed: trade }, policies)
  let amount = isSell ? trade.buyAmount : trade.sellAmount
  const fees: TakenFee[] = []
  for (const [index, policy] of policies.entries()) {
    // Returns the minimum (sell order) or maximum (buy order) that must hold after this fee.
    const limit = min[index + 1] ?? 0n
    const taken = feeOf(policy, { isSell, amount, limit, trade })
    amount = isSell ? amount - taken : amount + taken
    const { recipient } = policy.fee
    const token = isSell ? signed.buyToken : signed.sellToken
    if (taken > 0n) fees.push({ policy, recipient, token, amount: taken })
  }
  return fees
}

type Step = {
  readonly isSell: boolean
  readonly amount: bigint
  readonly limit: bigint
  readonly trade: Offer
}

function feeOf({ fee, quote }: FeePolicy, { isSell, amount, limit, trade }: Step): bigint {
  if ('volumeBps' in fee) return (amount * partsOf(fee.volumeBps)) / whole
  const max = (amount * partsOf(fee.maxVolumeBps)) / whole
  if ('surplusBps' in fee) return minAmount(max, shareOf(gainOver(limit), fee.surplusBps))
  const quoted = quote && quotedAmount(quote, { isSell, trade })
  const gain = quoted === undefined ? gainOver(limit) : minAmount(gainOver(limit), gainOver(quoted))
  return minAmount(max, shareOf(gain, fee.priceImprovementBps))

  function gainOver(reference: bigint): bigint {
    const gain = isSell ? amount - reference : reference - amount
    return gain > 0n ? gain : 0n
  }
}

const shareOf = (gain: bigint, bps: number) => (gain * BigInt(Math.min(bps, 10_000))) / 10_000n

/** Returns the quoted counter-amount for the fixed amount; undefined without a usable quote. */
function quotedAmount(
  quote: Offer,
  { isSell, trade }: Pick<Step, 'isSell' | 'trade'>,
): bigint | undefined {
  if (quote.sellAmount <= 0n || quote.buyAmount <= 0n) return undefined
  return isSell
    ? mulDivUp(trade.sellAmount, quote.buyAmount, quote.sellAmount)
    : mulDiv(trade.buyAmount, quote.sellAmount, quote.buyAmount)
}

/**
 * The owner's limits for the executed amount before each fee, and after the last one: the minimum bought (sell order)
 * or the maximum sold (buy order).
 */
function minBefore(
  { kind }: Pick<SignedOrder, 'kind'>,
  { sellAmount, buyAmount, executed }: Offer & { readonly executed: Offer },
  policies: readonly FeePolicy[],
): bigint[] {
  const isSell = kind === 'sell'
  let limit = isSell
    ? mulDivUp(executed.sellAmount, buyAmount, sellAmount)
    : mulDiv(executed.buyAmount, sellAmount, buyAmount)
  const limits = [limit]
  for (const { fee } of [...policies].reverse()) {
    if ('volumeBps' in fee) {
      const parts = partsOf(fee.volumeBps)
      limit = isSell ? ceilDiv(limit * whole, whole - parts) : (limit * whole) / (whole + parts)
    }
    limits.unshift(limit)
  }
  return limits
}
