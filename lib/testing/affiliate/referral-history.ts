import {
  type AttributionFacts,
  attributeTrades,
} from '@/lib/affiliate/attribution/attribute-trades'
import type { ReverseTrades, TradeFacts } from '@/lib/affiliate/attribution/referral-trade'
import { newTrader } from '@/lib/affiliate/attribution/trader-state'
import type { Registration } from '@/lib/affiliate/registration/registration'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds } from '@/lib/core/time'

/** 2026-01-05, a Monday: the first day of the histories. */
export const firstDay = 1_767_571_200

/** The trader whose trades are attributed. */
export const trader: Address = `0x${'a1'.repeat(20)}`
/** Another account, possibly one that funded the trader. */
export const friend: Address = `0x${'f1'.repeat(20)}`
/** The two traded tokens. */
export const weth: Address = `0x${'e1'.repeat(20)}`
/** See {@link weth}. */
export const usdc: Address = `0x${'c1'.repeat(20)}`

/** Programme terms with small numbers, so that histories reach the caps. */
export const smallTerms = {
  rewardAmount: 1_000n,
  triggerVolume: 100n,
  volumeCap: 1_000n,
  timeCapDays: 30,
  affiliatePercent: 50,
  traderPercent: 40,
  daoPercent: 10,
}

/** Returns a registration of `FIRST-CODE`, created a year before the histories begin. */
export function buildRegistration(changes: Partial<Registration> = {}): Registration {
  return {
    id: 1n,
    code: 'FIRST-CODE',
    wallet: `0x${'b1'.repeat(20)}`,
    createdAt: firstDay - 365 * daySeconds,
    freedAt: undefined,
    terms: smallTerms,
    switches: [],
    ...changes,
  }
}

let sequence = 0

/** Returns a sale of WETH for USDC under `FIRST-CODE` worth 10 millionths of a dollar, with unique hashes. */
export function buildTrade(changes: Partial<TradeFacts> = {}): TradeFacts {
  sequence += 1
  const hash: Hex = `0x${sequence.toString(16).padStart(64, '0')}`
  return {
    chainId: 1,
    blockHash: hash,
    blockNumber: BigInt(sequence),
    logIndex: 0,
    timestamp: firstDay,
    txHash: hash,
    isOurs: true,
    code: 'FIRST-CODE',
    sellToken: weth,
    buyToken: usdc,
    volume: 10n,
    undoes: 'volume' in changes ? changes.volume : 10n,
    ...changes,
  }
}

/** Returns the attribution input of a trader without history: its trades and, by default, one registration. */
export function buildFacts(
  trades: readonly TradeFacts[],
  changes: Partial<AttributionFacts> = {},
): AttributionFacts {
  const reverses = buildReverses()
  const registrations = [buildRegistration()]
  return {
    trader,
    decided: newTrader,
    since: 0,
    trades,
    decidedTo: 0,
    registrations,
    reverses,
    ...changes,
  }
}

/** Returns the trades that may offset others; none by default. */
export function buildReverses(changes: Partial<ReverseTrades> = {}): ReverseTrades {
  return { own: [], linked: [], fundings: [], settled: [], ...changes }
}

/** Returns the reasons of the attributed trades, in attribution order. */
export function reasonsOf(facts: AttributionFacts): readonly string[] {
  return attributeTrades(facts).judged.map(({ reason }) => reason)
}
