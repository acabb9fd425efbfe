import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import { readHead } from '@/lib/chain/read-head'
import { type Context, contextSlot } from '@/lib/context'
import { type Address, nativeToken, zeroAddress } from '@/lib/core/address'
import { dependencyDown } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { atOneMoment } from '@/lib/db/database'
import { readBalances } from '@/lib/tokens/read-balances'
import { findProvidedHolders } from './find-provided-holders'
import { byBalance, type Holder } from './holder'
import type { HolderQuestion } from './holder-question'
import { listLikelyHolders, listTopHolders } from './holder-store'
import { findTrackedToken } from './tracked-token-store'

/** The accounts that hold most of a token, largest first, then by address. */
export type TopHolders = {
  readonly holders: readonly Holder[]
  /** When that was so, Unix seconds. */
  readonly asOf: number
}

/** Seconds for which holders are told though the index does not come on; later they are too old. */
const oldestSeconds = 600

/** Accounts whose balances are read of a token whose transfers do not tell them. */
const maxCandidates = 2_000

/**
 * Finds the accounts that hold most of a token: from our index where it keeps them, exact at its
 * block, else from providers. Undefined when nobody knows holders of it, as of the native token.
 * The zero address is never among them.
 *
 * @throws {ServiceError} InternalServerError when who could know does not answer now: a provider,
 *   or the index, which stands or is still being built; RateLimited when providers are asked for too
 *   many tokens.
 */
export async function findTopHolders(
  ctx: Context,
  question: HolderQuestion,
): Promise<TopHolders | undefined> {
  const { chainId, token } = question
  if (token === nativeToken) return undefined
  const { isTracked, kept } = await readKept(ctx, question)
  if (kept && (await isRecent(ctx, chainId, kept.tip))) return tellKept(ctx, question, kept)
  const told = await findProvidedHolders(ctx, question)
  if (told) return toAnswer(told.holders, told.asOf)
  if (!isTracked) return undefined
  throw dependencyDown('the index of token holders', new Error(`${token} is not up to date`))
}

/** What is kept of a token at one moment. */
type Kept = {
  readonly tip: BlockHeader
  readonly faithful: boolean
  /**
   * Those asked for, largest first; of a token that is not faithful those whose balances are to be
   * read.
   */
  readonly holders: readonly Holder[]
}

/**
 * Whether the holders of a token are tracked, and unless they are still being read, what is kept.
 */
function readKept(
  ctx: Context,
  question: HolderQuestion,
): Promise<{ readonly isTracked: boolean; readonly kept: Kept | undefined }> {
  const { chainId, token } = question
  return atOneMoment(ctx.db, async (tx) => {
    const tracked = await findTrackedToken(tx, chainId, token)
    const tip = tracked?.live ? await findTip(tx, { chainId, indexer: 'market' }) : undefined
    if (!tracked || !tip) return { isTracked: tracked !== undefined, kept: undefined }
    const { faithful } = tracked
    const limit = faithful ? question.limit : maxCandidates
    const list = faithful ? listTopHolders : listLikelyHolders
    const holders = await list(tx, { chainId, token, limit })
    return { isTracked: true, kept: { tip, faithful, holders } }
  })
}

/** A chain on which nothing happens gets no blocks, so an old tip may still be the head. */
async function isRecent(ctx: Context, chainId: number, tip: BlockHeader): Promise<boolean> {
  if (toUnixSeconds(ctx.now()) - tip.timestamp <= oldestSeconds) return true
  return (await readHead(ctx, chainId).catch(() => undefined)) === tip.hash
}

async function tellKept(
  ctx: Context,
  question: HolderQuestion,
  { tip, faithful, holders }: Kept,
): Promise<TopHolders | undefined> {
  if (faithful) return toAnswer(holders, tip.timestamp)
  const read = await readOnce(ctx, question, { tip, holders })
  return toAnswer(read.slice(0, question.limit), tip.timestamp)
}

function toAnswer(told: readonly Holder[], asOf: number): TopHolders | undefined {
  const holders = told.filter(({ address }) => address !== zeroAddress)
  return holders.length === 0 ? undefined : { holders, asOf }
}

type Reading = { readonly blockHash: string; readonly holders: Promise<readonly Holder[]> }

type Candidates = { readonly tip: BlockHeader; readonly holders: readonly Holder[] }

/** Reads the holders that the contract tells once for each block, however many ask. */
function readOnce(
  ctx: Context,
  { chainId, token }: HolderQuestion,
  { tip, holders: candidates }: Candidates,
): Promise<readonly Holder[]> {
  const readings = contextSlot(ctx, `holders:read:${chainId}`, () => new Map<Address, Reading>())
  const last = readings.get(token)
  if (last?.blockHash === tip.hash) return last.holders
  const holders = readCandidates(ctx, { chainId, token, tip, candidates })
  readings.set(token, { blockHash: tip.hash, holders })
  holders.catch(() => readings.delete(token))
  return holders
}

async function readCandidates(
  ctx: Context,
  input: Omit<HolderQuestion, 'limit'> & { tip: BlockHeader; candidates: readonly Holder[] },
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
