import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import { readHead } from '@/lib/chain/read-head'
import { type Context, memoized } from '@/lib/context'
import { type Address, nativeToken, zeroAddress } from '@/lib/core/address'
import { dependencyDown } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { fetchTopHolders } from './fetch-top-holders'
import { type Holder, listLikelyHolders, listTopHolders } from './holder-store'
import { readBalances } from './read-balances'
import { findTrackedToken, type TokenProgress } from './tracked-token-store'

/** The accounts that hold most of a token, largest first, then by address. */
export type TopHolders = {
  readonly holders: readonly Holder[]
  /** When that was so, Unix seconds. */
  readonly asOf: number
}

type Question = { readonly chainId: number; readonly token: Address; readonly limit: number }

/** Seconds for which holders are told though the index does not come on; later they are too old. */
const oldestSeconds = 600

/** Accounts whose balances are read of a token whose transfers do not tell them. */
const mostCandidates = 2_000

/**
 * Finds the accounts that hold most of a token: from our index where it keeps them, exact at its block, else from
 * providers. Undefined when nobody knows holders of it, as of the native token. The zero address is never among them.
 *
 * @throws {ServiceError} InternalServerError when who could know does not answer now: a provider, or the index, which
 *   stands or is still being built.
 */
export async function findTopHolders(
  ctx: Context,
  question: Question,
): Promise<TopHolders | undefined> {
  const { chainId, token } = question
  if (token === nativeToken) return undefined
  const [tracked, tip] = await Promise.all([
    findTrackedToken(ctx.db, chainId, token),
    findTip(ctx.db, { chainId, indexer: 'market' }),
  ])
  const isKept = tracked?.live === true && tip !== undefined && (await isRecent(ctx, chainId, tip))
  if (isKept) return readOwn(ctx, question, { tracked, tip })
  const told = await fetchTopHolders(ctx, question)
  if (told) return toAnswer(told, toUnixSeconds(ctx.now()))
  if (!tracked) return undefined
  throw dependencyDown('the index of token holders', new Error(`${token} is not up to date`))
}

/** A chain on which nothing happens gets no blocks, so an old tip may still be the head. */
async function isRecent(ctx: Context, chainId: number, tip: BlockHeader): Promise<boolean> {
  if (toUnixSeconds(ctx.now()) - tip.timestamp <= oldestSeconds) return true
  return (await readHead(ctx, chainId).catch(() => undefined)) === tip.hash
}

type OwnIndex = { readonly tracked: TokenProgress; readonly tip: BlockHeader }

async function readOwn(
  ctx: Context,
  question: Question,
  { tracked, tip }: OwnIndex,
): Promise<TopHolders | undefined> {
  if (tracked.faithful) return toAnswer(await listTopHolders(ctx.db, question), tip.timestamp)
  const holders = await readOnce(ctx, question, tip)
  return toAnswer(holders.slice(0, question.limit), tip.timestamp)
}

function toAnswer(told: readonly Holder[], asOf: number): TopHolders | undefined {
  const holders = told.filter(({ address }) => address !== zeroAddress)
  return holders.length === 0 ? undefined : { holders, asOf }
}

type Reading = { readonly blockHash: string; readonly holders: Promise<readonly Holder[]> }

/** Reads the holders that the contract tells once for each block, however many ask. */
function readOnce(
  ctx: Context,
  { chainId, token }: Question,
  tip: BlockHeader,
): Promise<readonly Holder[]> {
  const readings = memoized(ctx, `holders:read:${chainId}`, () => new Map<Address, Reading>())
  const last = readings.get(token)
  if (last?.blockHash === tip.hash) return last.holders
  const holders = readCandidates(ctx, { chainId, token, limit: mostCandidates }, tip)
  readings.set(token, { blockHash: tip.hash, holders })
  holders.catch(() => readings.delete(token))
  return holders
}

async function readCandidates(
  ctx: Context,
  question: Question,
  tip: BlockHeader,
): Promise<readonly Holder[]> {
  const candidates = await listLikelyHolders(ctx.db, question)
  const blockNumber = tip.number
  const balances = await readBalances(ctx, { ...question, blockNumber, holders: candidates })
  return candidates
    .map((address, index) => ({ address, balance: balances[index] ?? 0n }))
    .filter(({ balance }) => balance > 0n)
    .sort(byBalance)
}

function byBalance(a: Holder, b: Holder): number {
  if (a.balance !== b.balance) return a.balance > b.balance ? -1 : 1
  return a.address < b.address ? -1 : 1
}
