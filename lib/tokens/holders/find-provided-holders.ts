import { type Context, defineCache, defineSlot } from '@/lib/context'
import { createBudget } from '@/lib/core/budget'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { fetchTopHolders } from './fetch-top-holders'
import type { Holder } from './holder'
import type { HolderQuestion } from './holder-question'

/** Holders from a provider, as of a time in Unix seconds. */
export type ProvidedHolders = { readonly holders: readonly Holder[]; readonly asOf: number }

/** Request sizes: the smallest sufficient one is used, so that similar limits share a cache entry. */
const sizes = [100, 1_000]

/** Cache lifetime in milliseconds, and maximum number of entries. */
const cacheMs = 30_000
const maxEntries = 50

/** Provider requests per process: anyone may query any token, and requests are billed. */
const requestBudget = { burst: 20, perSecond: 4 }

/**
 * Returns the largest holders of a token from providers, at most 30 seconds old; undefined when none is configured or
 * none knows any.
 *
 * @throws {ServiceError} RateLimited when too many tokens are requested; InternalServerError when no provider knows it
 *   and one does not answer.
 */
export async function findProvidedHolders(
  ctx: Context,
  question: HolderQuestion,
): Promise<ProvidedHolders | undefined> {
  const { chainId, token, limit } = question
  const { providers, embeddedChainIds } = ctx.config
  const provider = providers.moralis ?? providers.ethplorer ?? providers.goldrush
  if (!provider || embeddedChainIds.includes(chainId)) return undefined
  const size = sizes.find((each) => each >= limit) ?? limit
  const provided = await providedHolders(ctx, {
    key: `${chainId}/${token}/${size}`,
    load: async () => {
      consumeBudget(ctx)
      const asOf = toUnixSeconds(ctx.now())
      return { holders: await fetchTopHolders(ctx, { ...question, limit: size }), asOf }
    },
  })
  return provided.holders && { ...provided, holders: provided.holders.slice(0, limit) }
}

const providedHolders = defineCache<{ holders: readonly Holder[] | undefined; asOf: number }>(
  'tokens/provided-holders',
  {
    forMs: cacheMs,
    max: maxEntries,
  },
)

const budgetOf = defineSlot('tokens/holder-budget', () => createBudget(requestBudget))

function consumeBudget(ctx: Context): void {
  if (budgetOf(ctx).take(ctx.now())) return
  throw new ServiceError(
    'RateLimited',
    'holders of too many tokens are asked for at once; try again in a second',
    { retryAfterSeconds: 1 },
  )
}
