import { nativeToken } from '@/lib/core/address'
import { penalize, trustedTokens } from '@/lib/routing/graph/intermediate-tokens'
import { untrustedIn, withoutUntrusted } from '@/lib/routing/graph/untrusted'
import type { EstimatorName } from './estimator'
import type { PricedOffer } from './price-offers'
import { ask, isOwn, measure, type QuoteJob } from './quote-job'

/** A quote job without the failed contracts, and its offers. */
export type Sidestep = { readonly job: QuoteJob; readonly offers: readonly PricedOffer[] }

/**
 * Returns offers through base tokens only, without pools that call rate providers, if these succeed at the block at
 * which `failed` fails; undefined if no untrusted contract is to blame. The untrusted contracts of `failed` are then
 * penalised, unless a traded token is untrusted too and could fail on purpose.
 */
export async function quoteWithoutUntrusted(
  job: QuoteJob,
  failed: PricedOffer,
  asked: readonly EstimatorName[],
): Promise<Sidestep | undefined> {
  const { ctx, question, market } = job
  const { chainId, buyToken } = question.request
  const { sellToken, buyToken: bought } = question.pair
  const { baseTokens, wrappedNative } = ctx.chain(chainId).network
  const known = new Set([...baseTokens, wrappedNative, sellToken, bought])
  const untrusted = untrustedIn(
    failed.estimate.hops.map(({ pool }) => pool),
    known,
  )
  if (untrusted.length === 0) return undefined
  const pools = withoutUntrusted(market.pools, known)
  const beside: QuoteJob = { ...job, market: { ...market, pools } }
  const offers = await ask(beside, asked).catch(() => [])
  const own = offers.find(isOwn)
  // Hooks are left out of both simulations, because a hook itself may fail.
  if (!own || (await measure(job, failed)) || !(await measure(beside, own))) return undefined
  const trusted = await trustedTokens(ctx, chainId)
  const runsCode = !trusted.has(sellToken) || !trusted.has(bought) || buyToken === nativeToken
  if (!runsCode) penalize(ctx, chainId, untrusted)
  return { job: beside, offers }
}
