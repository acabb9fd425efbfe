import fc from 'fast-check'
import type { ReferralReason } from '@/lib/affiliate/attribution/referral-trade'
import type { Address } from '@/lib/core/address'
import type { ReferralRow } from './referral-rows'

/** A registration that random traders may be bound to. */
export type RandomAffiliate = { readonly id: bigint; readonly code: string }

const refused: readonly ReferralReason[] = [
  'disabled_code',
  'both_sides',
  'round_trip',
  'no_price',
  'time_cap',
]

const dollars = fc.bigInt(0n, 40_000_000_000n)
const trade = fc.record({
  pause: fc.nat(6 * 86_400),
  chainId: fc.constantFrom(1, 1, 100),
  volume: fc.option(dollars, { nil: undefined, freq: 8 }),
  refusal: fc.option(fc.constantFrom(...refused), { nil: undefined, freq: 1 }),
})
const trader = fc.record({
  trades: fc.array(trade, { maxLength: 60 }),
  // The number of leading trades that cannot bind the trader.
  unbound: fc.nat(8),
  affiliate: fc.nat(),
})

type Random = { readonly from: number; readonly affiliates: readonly RandomAffiliate[] }

/** Returns attributed trades of 25 traders from Unix second `from` on, deterministic per seed. */
export function randomReferrals(seed: number, { from, affiliates }: Random): ReferralRow[] {
  const traders = fc.sample(trader, { seed, numRuns: 25 })
  return traders.flatMap(({ trades, unbound, affiliate }, index) => {
    const to = affiliates[affiliate % affiliates.length]
    const address: Address = `0x${(index + 1).toString(16).padStart(40, '0')}`
    let at = from
    let isBound = false
    return trades.map(({ pause, chainId, volume, refusal }, place): ReferralRow => {
      at += pause
      const isEligible = place >= unbound && volume !== undefined && refusal === undefined
      isBound ||= isEligible
      const reason = isEligible ? 'eligible' : (refusal ?? (volume ? 'round_trip' : 'no_price'))
      // The volume cap may cut an eligible volume.
      const eligible = isEligible ? (place % 9 === 0 ? volume / 3n : volume) : 0n
      const affiliateId = isBound ? to?.id : undefined
      return { trader: address, at, chainId, code: to?.code, affiliateId, volume, eligible, reason }
    })
  })
}
