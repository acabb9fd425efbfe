import { nativeToken } from '@/lib/core/address'
import { putOff, trustedTokens } from '@/lib/routing/graph/intermediate-tokens'
import { strangersIn, withoutStrangers } from '@/lib/routing/graph/untrusted'
import type { EstimatorName } from './estimator'
import type { PricedOffer } from './price-offers'
import { ask, type Desk, isOwn, measure } from './quote-job'

/** A quote at work without what failed, and what estimators offer there. */
export type Sidestep = { readonly desk: Desk; readonly offers: readonly PricedOffer[] }

/**
 * Offers that pass base tokens alone and no pool that asks contracts for rates, where an offer that passes others fails
 * and these go well at the same block; undefined where strangers are not to blame. All routes avoid those strangers for a
 * while then, unless an end of the trade runs code of its own, which could fail as it likes.
 */
export async function sidestepStrangers(
  desk: Desk,
  failed: PricedOffer,
  asked: readonly EstimatorName[],
): Promise<Sidestep | undefined> {
  const { ctx, question, market } = desk
  const { chainId, buyToken } = question.request
  const { sellToken, buyToken: bought } = question.pair
  const { baseTokens, wrappedNative } = ctx.chain(chainId).network
  const known = new Set([...baseTokens, wrappedNative, sellToken, bought])
  const strangers = strangersIn(
    failed.estimate.hops.map(({ pool }) => pool),
    known,
  )
  if (strangers.length === 0) return undefined
  const pools = withoutStrangers(market.pools, known)
  const beside: Desk = { ...desk, market: { ...market, pools } }
  const offers = await ask(beside, asked).catch(() => [])
  const own = offers.find(isOwn)
  // Neither is played with hooks: these may be what fails.
  if (!own || (await measure(desk, failed)) || !(await measure(beside, own))) return undefined
  const trusted = await trustedTokens(ctx, chainId)
  const runsCode = !trusted.has(sellToken) || !trusted.has(bought) || buyToken === nativeToken
  if (!runsCode) putOff(ctx, chainId, strangers)
  return { desk: beside, offers }
}
