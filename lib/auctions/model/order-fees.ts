import type { PartnerFee } from '@/lib/app-data/metadata'
import type { ExecutedFee } from '@/lib/chain-events/executed-fee'
import type { Address } from '@/lib/core/address'
import { ceilDiv, minAmount, mulDiv, mulDivUp } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'
import { feePolicyJson } from '@/lib/orders/executed-fee'
import type { Offer } from '@/lib/orders/queries/offer-store'
import type { AuctionOrder } from './auction'
import { executeOrder } from './execution'
import type { SolutionTrade } from './solution'

/** A fee that an order pays when it is filled, and what it was quoted, where that is known. */
export type FeePolicy = { readonly fee: PartnerFee; readonly quote?: Offer | undefined }

/** What an order pays for being filled, in the sequence in which it is taken. */
export type OrderCharge = {
  /** The order with the limit that its owner signed; what solvers see has room for the fees by volume. */
  readonly signed: SignedOrder
  readonly policies: readonly FeePolicy[]
}

/** A fee that one fill pays, in atoms of the token that is not exact: bought (sell order) or sold (buy order). */
export type TakenFee = {
  readonly policy: FeePolicy
  readonly recipient: Address
  readonly token: Address
  readonly amount: bigint
}

/** What a fill comes to for its owner, and what it pays to others. */
export type ChargedTrade = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly fees: readonly TakenFee[]
}

/** Parts of a volume; basis points may have two decimals. */
const whole = 1_000_000n
const partsOf = (bps: number) => minAmount(BigInt(Math.round(bps * 100)), whole - 1n)

/**
 * The order that solvers compete for: it asks for as much as leaves its owner the signed limit after all fees by
 * volume. Fees by surplus or price improvement take only of what is above that, and need no room.
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
 * Takes an order's fees of what a fill gives at the clearing prices. The owner always keeps the limit; where the
 * contract could not count with the amounts that are left, nothing is taken.
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

/** The prices at which the contract exchanges exactly these amounts. */
export function ownPrices({ sellAmount, buyAmount }: Offer): { sell: bigint; buy: bigint } {
  return { sell: buyAmount, buy: sellAmount }
}

/** A fee as it is stored; without a quote the order's limit was to be beaten. */
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
    // What has to be left (sell order), or may be asked for at most (buy order), after this fee.
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

/** What the quote would have given for the amount that is exact; undefined where it says nothing. */
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
 * The owner's limit for what is executed before each of the fees is taken, and after the last one: the least that
 * is bought (sell order), or the most that is sold (buy order).
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
