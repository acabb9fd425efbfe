import { type Context, contextCache, contextSlot } from '@/lib/context'
import { type Budget, createBudget } from '@/lib/core/budget'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { fetchTopHolders } from './fetch-top-holders'
import type { Holder } from './holder'
import type { HolderQuestion } from './holder-question'

/** Holders as providers told them, and when they did, Unix seconds. */
export type ProvidedHolders = { readonly holders: readonly Holder[]; readonly asOf: number }

/** How many holders are asked for: the least of these that does, so that a few more or less ask nobody again. */
const sizes = [100, 1_000]

/** Milliseconds for which an answer is given again, and how many are kept. */
const keptMs = 30_000
const maxEntries = 50

/** Questions that providers are asked by one process: anyone may ask for any token, and they are paid for. */
const questions = { burst: 20, perSecond: 4 }

/**
 * The largest holders of a token by providers, half a minute old at most; undefined when none is configured or
 * all say that they know none.
 *
 * @throws {ServiceError} RateLimited when too many tokens are asked for; InternalServerError when no provider
 * knows it and one of them does not answer.
 */
export async function findProvidedHolders(
  ctx: Context,
  question: HolderQuestion,
): Promise<ProvidedHolders | undefined> {
  const { chainId, token, limit } = question
  const { providers, embeddedChainIds } = ctx.config
  const someone = providers.moralis ?? providers.ethplorer ?? providers.goldrush
  if (!someone || embeddedChainIds.includes(chainId)) return undefined
  const size = sizes.find((each) => each >= limit) ?? limit
  const provided = await contextCache(ctx, 'holders/provided', {
    key: `${chainId}/${token}/${size}`,
    forMs: keptMs,
    max: maxEntries,
    load: async () => {
      takeTurn(ctx)
      const asOf = toUnixSeconds(ctx.now())
      return { holders: await fetchTopHolders(ctx, { ...question, limit: size }), asOf }
    },
  })
  return provided.holders && { ...provided, holders: provided.holders.slice(0, limit) }
}

function takeTurn(ctx: Context): void {
  const budget = contextSlot<Budget>(ctx, 'holders/budget', () => createBudget(questions))
  if (budget.take(ctx.now())) return
  throw new ServiceError(
    'RateLimited',
    'holders of too many tokens are asked for at once; try again in a second',
    { retryAfterSeconds: 1 },
  )
}
