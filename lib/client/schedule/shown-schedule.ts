import type { ScheduleView } from '@/lib/client/api'
import { distanceBps, type Ratio, ratioOf } from '@/lib/client/limit/ratio'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import {
  type BalanceView,
  type Holding,
  readAtoms,
  shortageOf,
} from '@/lib/client/portfolio/portfolio'
import { type Address, toAddress } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'

/** A scheduled order's displayed data; amounts in atoms, times in Unix seconds. */
export type ShownSchedule = {
  readonly id: string
  readonly sellToken: Address
  readonly buyToken: Address
  readonly parts: number
  readonly open: number
  readonly fulfilled: number
  readonly expired: number
  readonly cancelled: number
  /** Open parts that await their signature on chain. */
  readonly unsigned: number
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly firstValidFrom: number
  /** Of the first open part; undefined if none is open. */
  readonly nextValidFrom: number | undefined
  /** What that part may still sell. */
  readonly nextSell: bigint | undefined
  readonly lastValidTo: number
}

/** Parses a schedule from the API. */
export function toShownSchedule(view: ScheduleView): ShownSchedule {
  const { parts, open, fulfilled, expired, cancelled, unsigned, firstValidFrom } = view
  return {
    ...{ id: view.id, sellToken: toAddress(view.sellToken), buyToken: toAddress(view.buyToken) },
    ...{ parts, open, fulfilled, expired, cancelled, unsigned, firstValidFrom },
    sellAmount: BigInt(view.sellAmount),
    buyAmount: BigInt(view.buyAmount),
    executedSell: BigInt(view.executedSellAmount),
    executedBuy: BigInt(view.executedBuyAmount),
    nextValidFrom: view.nextValidFrom ?? undefined,
    // An older web process does not send it during a rolling restart.
    nextSell: view.nextSellAmount ? BigInt(view.nextSellAmount) : undefined,
    lastValidTo: view.validTo,
  }
}

/** A schedule's state as its row shows it. */
export type ScheduleState = 'awaitingSignature' | 'open' | 'filled' | 'cancelled' | 'ended'

/** Derives a schedule's state from its parts; one whose owner cancelled the rest is `cancelled`, whatever was filled before. */
export function scheduleState(schedule: ShownSchedule): ScheduleState {
  const { parts, open, fulfilled, cancelled, unsigned } = schedule
  if (unsigned > 0) return 'awaitingSignature'
  if (open > 0) return 'open'
  if (fulfilled === parts) return 'filled'
  return cancelled > 0 ? 'cancelled' : 'ended'
}

/** What an account holds and allows of a token, in atoms; undefined if the token does not answer. */
export type NextFunds = Pick<Holding, 'balance' | 'allowance'>

/** Parses balances from the API, by token. */
export function readFunds(balances: readonly BalanceView[]): ReadonlyMap<Address, NextFunds> {
  return new Map(
    balances.map(({ token, balance, allowance }) => [
      toAddress(token.address),
      { balance: readAtoms(balance), allowance: readAtoms(allowance) },
    ]),
  )
}

/** Why a part cannot be filled: the balance or the allowance is too low. */
export type NextShortage = Extract<Exclusion, { readonly needed: string }>

/**
 * Returns why the next part of a running schedule cannot be filled, as the service will once the part's time has come:
 * that may be weeks after an allowance was revoked.
 */
export function nextShortage(
  schedule: ShownSchedule,
  funds: NextFunds | undefined,
): NextShortage | undefined {
  const { nextSell: atoms, sellToken: token } = schedule
  if (scheduleState(schedule) !== 'open' || atoms === undefined || !funds) return undefined
  const short = shortageOf({ atoms }, funds)
  if (!short) return undefined
  const code = short === 'balance' ? 'insufficientBalance' : 'insufficientAllowance'
  return { code, token, needed: `${atoms}`, available: `${funds[short] ?? 0n}` }
}

/** A part's state as the unfolded schedule shows it. */
export type PartState =
  | 'filled'
  | 'expired'
  | 'cancelled'
  | 'awaitingSignature'
  /** Its time has not come. */
  | 'planned'
  /** In the auctions now. */
  | 'open'

/** Derives a part's state; a fill takes precedence. */
export function partState(
  part: Pick<ShownOrder, 'status' | 'signed' | 'validFrom'>,
  nowSeconds: number,
): PartState {
  if (part.status === 'fulfilled') return 'filled'
  if (part.status !== 'open') return part.status
  if (!part.signed) return 'awaitingSignature'
  return (part.validFrom ?? 0) > nowSeconds ? 'planned' : 'open'
}

type Sums = Pick<ShownSchedule, 'sellAmount' | 'buyAmount' | 'executedSell' | 'executedBuy'>

/** The price of all fills together; undefined before the first one. */
export const averagePrice = ({ executedSell, executedBuy }: Sums): Ratio | undefined =>
  ratioOf(executedBuy, executedSell)

/** The worst price that the parts accept. */
export const worstPrice = ({ sellAmount, buyAmount }: Sums): Ratio | undefined =>
  ratioOf(buyAmount, sellAmount)

/** A token's price in US dollars, and its decimals. */
type Worth = { readonly usd: number; readonly decimals: number }

/** The market's price of a pair, from prices in dollars; undefined if one is unknown. */
export function marketPrice(sold: Worth | undefined, bought: Worth | undefined): Ratio | undefined {
  if (!sold || !bought || !(sold.usd > 0) || !(bought.usd > 0)) return undefined
  const digits = 1e12
  const value = Math.round((sold.usd / bought.usd) * digits)
  if (!Number.isFinite(value) || value <= 0) return undefined
  return ratioOf(
    BigInt(value) * 10n ** BigInt(bought.decimals),
    BigInt(digits) * 10n ** BigInt(sold.decimals),
  )
}

/** How much better the fills were than another price, as a fraction; negative: worse. */
export function gainOver(average: Ratio, market: Ratio): number {
  return distanceBps(average, market) / 10_000
}

/** The open parts, in the sequence of their times. */
export const openParts = <P extends Pick<ShownOrder, 'status'>>(
  parts: readonly P[],
): readonly P[] => parts.filter(({ status }) => status === 'open')
