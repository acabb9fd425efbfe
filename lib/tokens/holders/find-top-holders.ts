import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import { readHead } from '@/lib/chain/read-headers'
import { type Context, defineCache, defineSlot } from '@/lib/context'
import { type Address, nativeToken, zeroAddress } from '@/lib/core/address'
import { createBudget } from '@/lib/core/budget'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { inSnapshot } from '@/lib/db/database'
import { readBalances } from '@/lib/tokens/read-tokens'
import { byBalance, type Holder, type HolderQuery } from './holder'
import { fetchTopHolders } from './holder-providers'
import { listCandidateHolders, listTopHolders } from './holder-store'
import { findTrackedToken } from './tracked-token-store'

/** The largest holders of a token, by balance, then address. */
export type TopHolders = {
  readonly holders: readonly Holder[]
  /** Unix seconds of the balances. */
  readonly asOf: number
}

/** Maximum age of the index's tip in seconds while the chain advances; older data is not served. */
const maxAgeSeconds = 600

/** Accounts whose balances are read from an unfaithful token's contract. */
const maxCandidates = 2_000

/**
 * Finds the largest holders of a token: from the index if it tracks the token, exact at its tip, else from providers.
 * Undefined when no source has holders, as for the native token. Excludes the zero address.
 *
 * @throws {ServiceError} InternalServerError when a possible source is unavailable: a provider that does not answer, or
 *   an index that is stale or still backfilling; RateLimited when too many tokens are requested from providers.
 */
export async function findTopHolders(
  ctx: Context,
  question: HolderQuery,
): Promise<TopHolders | undefined> {
  const { chainId, token } = question
  if (token === nativeToken) return undefined
  const { isTracked, indexed } = await readIndexed(ctx, question)
  if (indexed && (await isRecent(ctx, chainId, indexed.tip)))
    return answerFromIndex(ctx, question, indexed)
  const provided = await findProvidedHolders(ctx, question)
  if (provided) return toAnswer(provided.holders, provided.asOf)
  if (!isTracked) return undefined
  throw dependencyDown('the index of token holders', new Error(`${token} is not up to date`))
}

/** The indexed data of a token in one database snapshot. */
type Indexed = {
  readonly tip: BlockHeader
  readonly faithful: boolean
  /** The requested holders, largest first; for an unfaithful token, candidates whose balances must be read. */
  readonly holders: readonly Holder[]
}

/** Reads whether a token is tracked and, once its backfill is complete, its indexed holders. */
function readIndexed(
  ctx: Context,
  question: HolderQuery,
): Promise<{ readonly isTracked: boolean; readonly indexed: Indexed | undefined }> {
  const { chainId, token } = question
  return inSnapshot(ctx.db, async (tx) => {
    const tracked = await findTrackedToken(tx, chainId, token)
    const tip = tracked?.live ? await findTip(tx, { chainId, indexer: 'market' }) : undefined
    if (!tracked || !tip) return { isTracked: tracked !== undefined, indexed: undefined }
    const { faithful } = tracked
    const limit = faithful ? question.limit : maxCandidates
    const list = faithful ? listTopHolders : listCandidateHolders
    const holders = await list(tx, { chainId, token, limit })
    return { isTracked: true, indexed: { tip, faithful, holders } }
  })
}

/** An idle chain produces no blocks, so an old tip may still be the head. */
async function isRecent(ctx: Context, chainId: number, tip: BlockHeader): Promise<boolean> {
  if (toUnixSeconds(ctx.now()) - tip.timestamp <= maxAgeSeconds) return true
  return (await readHead(ctx, chainId).catch(() => undefined)) === tip.hash
}

async function answerFromIndex(
  ctx: Context,
  question: HolderQuery,
  { tip, faithful, holders }: Indexed,
): Promise<TopHolders | undefined> {
  if (faithful) return toAnswer(holders, tip.timestamp)
  const read = await readOncePerBlock(ctx, question, { tip, holders })
  return toAnswer(read.slice(0, question.limit), tip.timestamp)
}

function toAnswer(provided: readonly Holder[], asOf: number): TopHolders | undefined {
  const holders = provided.filter(({ address }) => address !== zeroAddress)
  return holders.length === 0 ? undefined : { holders, asOf }
}

type Reading = { readonly blockHash: string; readonly holders: Promise<readonly Holder[]> }

type Candidates = { readonly tip: BlockHeader; readonly holders: readonly Holder[] }

const readingsOf = defineSlot(
  'tokens/holder-readings',
  (_, _chainId: number) => new Map<Address, Reading>(),
)

/** Reads the candidates' balances from the contract once per block, shared by concurrent callers. */
function readOncePerBlock(
  ctx: Context,
  { chainId, token }: HolderQuery,
  { tip, holders: candidates }: Candidates,
): Promise<readonly Holder[]> {
  const readings = readingsOf(ctx, chainId)
  const last = readings.get(token)
  if (last?.blockHash === tip.hash) return last.holders
  const holders = readCandidates(ctx, { chainId, token, tip, candidates })
  readings.set(token, { blockHash: tip.hash, holders })
  holders.catch(() => readings.delete(token))
  return holders
}

async function readCandidates(
  ctx: Context,
  input: Omit<HolderQuery, 'limit'> & { tip: BlockHeader; candidates: readonly Holder[] },
): Promise<readonly Holder[]> {
  const { chainId, token, tip } = input
  const addresses = input.candidates.map(({ address }) => address)
  const place = { chainId, token, blockNumber: tip.number }
  const balances = await readBalances(ctx, { ...place, holders: addresses })
  return addresses
    .map((address, index) => ({ address, balance: balances[index] ?? 0n }))
    .filter(({ balance }) => balance > 0n)
    .sort(byBalance)
}

/** Holders from a provider, as of a time in Unix seconds. */
type ProvidedHolders = { readonly holders: readonly Holder[]; readonly asOf: number }

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
  question: HolderQuery,
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
