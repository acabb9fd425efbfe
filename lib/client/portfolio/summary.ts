import { coversSpan, daySeconds } from '@/lib/core/time'
import { weekStep } from '@/lib/market/candles/candle'
import type { Holding, Portfolio } from './portfolio'

/** An account's portfolio on one of several networks. */
export type NetworkPortfolio = {
  readonly chainId: number
  /** Tokens of a testnet are worth nothing, whatever its pools say. */
  readonly isTestnet: boolean
  /** Undefined while unknown. */
  readonly portfolio: Portfolio | undefined
}

/** One network's part of the whole. */
export type NetworkShare = {
  readonly chainId: number
  /** Whether the total includes it. */
  readonly isCounted: boolean
  /** Value in US dollars; undefined while unknown. */
  readonly usd: number | undefined
  /** Fraction of the total; undefined unless it is in it. */
  readonly share: number | undefined
  /** Number of held tokens. */
  readonly tokens: number
}

/** An account's portfolio over all networks. */
export type PortfolioSummary = {
  /** Value of the counted networks in US dollars. */
  readonly usd: number
  /** Number of counted networks whose value is known. */
  readonly counted: number
  /** Held tokens of the counted networks that have no price. */
  readonly unpriced: number
  readonly networks: readonly NetworkShare[]
  readonly week: WeekHistory
  readonly reserved: ReservedSum
}

/** What today's tokens were worth in the last seven days. */
export type WeekHistory = {
  /** {@link weekStep} apart, oldest first; the last is today's. Empty if unknown. */
  readonly values: readonly number[]
  /** Whether the prices begin later. */
  readonly isShort: boolean
}

/** What open orders have reserved on the counted networks. */
export type ReservedSum = {
  readonly orders: number
  /** Value in US dollars of the part with a price. */
  readonly usd: number
}

/** Sums up portfolios. Testnets are left out unless there is nothing else. */
export function sumPortfolios(parts: readonly NetworkPortfolio[]): PortfolioSummary {
  const isOnlyTest = parts.every(({ isTestnet }) => isTestnet)
  const isCounted = ({ isTestnet }: NetworkPortfolio) => isOnlyTest || !isTestnet
  const counted = parts.filter(isCounted).flatMap(({ portfolio }) => portfolio ?? [])
  const usd = sum(counted.map((portfolio) => portfolio.usd))
  const holdings = counted.flatMap((portfolio) => portfolio.holdings)
  return {
    usd,
    counted: counted.length,
    unpriced: sum(counted.map((portfolio) => portfolio.unpriced)),
    networks: parts.map((part) => {
      const own = part.portfolio?.usd
      const isIn = isCounted(part)
      return {
        chainId: part.chainId,
        isCounted: isIn,
        usd: own,
        share: isIn && own !== undefined && usd > 0 ? own / usd : undefined,
        tokens: part.portfolio?.holdings.filter(({ balance }) => balance !== 0n).length ?? 0,
      }
    }),
    week: weekOf(holdings),
    reserved: {
      orders: sum(holdings.map(({ claim }) => claim?.orders ?? 0)),
      usd: sum(holdings.map(reservedUsd)),
    },
  }
}

/** Returns the value of what open orders have reserved of a token, at most the balance. */
export function reservedUsd({ usd, balance, claim }: Holding): number {
  if (usd === undefined || !balance || !claim) return 0
  const atoms = claim.atoms < balance ? claim.atoms : balance
  return (usd * Number((atoms * 1_000_000n) / balance)) / 1_000_000
}

/**
 * A token without past prices counts with today's value throughout, and one whose history begins later with its first
 * price. The week begins with the first price that has ever changed: those of dollar tokens are always known.
 */
function weekOf(holdings: readonly Holding[]): WeekHistory {
  const valued = holdings.flatMap(({ usd, market }) => (usd && market ? [{ usd, ...market }] : []))
  const changing = valued.filter(({ week }) => week.some((price) => price !== week[0]))
  const length = Math.max(
    0,
    ...(changing.length > 0 ? changing : valued).map(({ week }) => week.length),
  )
  if (length < 2) return { values: [], isShort: true }
  const past = Array.from({ length: length - 1 }, (_, index) =>
    sum(
      valued.map(({ usd, price, week }) => {
        const before = week[week.length - length + index] ?? week[0] ?? price
        return (usd * before) / price
      }),
    ),
  )
  return {
    values: [...past, sum(valued.map(({ usd }) => usd))],
    isShort: !coversSpan(length * weekStep, 7 * daySeconds),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
