import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import type { BlockRange } from '@/lib/chain/chain-index'
import { rangeWidth, withinRange } from '@/lib/chain/range-width'
import { readLogs } from '@/lib/chain/read-logs'
import { isOnChain } from '@/lib/chain/reorg'
import { type Context, defineSlot } from '@/lib/context'
import { isRebasing } from '@/lib/core/assets'
import { dependencyDown } from '@/lib/core/errors'
import type { TrackedToken } from '@/lib/core/settings/tracked-tokens'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { listKnownAddresses } from '@/lib/tokens/token-store'
import { checkHolders, type HolderLeadership } from './check-holders'
import { insertTransfers } from './holder-store'
import { decodeTransfers, type TokenTransfer, transferTopics } from './token-transfer'
import { applyMovement } from './track-transfers'
import {
  deleteTrackedTokens,
  insertTrackedTokens,
  listTrackedTokens,
  lockTrackedTokens,
  saveProgress,
  type TokenProgress,
} from './tracked-token-store'

/**
 * Advances the holder index of one new token by a block range until it catches up with the market index; resumes at its
 * checkpoint. Periodically compares stored balances with the token contract. Returns 'again' when more ranges are due.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, Conflict when another process
 *   leads.
 */
export async function backfillHolders(
  ctx: Context,
  leadership: HolderLeadership,
): Promise<'again' | 'done'> {
  const { chainId } = leadership
  const tracked = await chooseTrackedTokens(ctx, leadership)
  const tip = await findTip(ctx.db, { chainId, indexer: 'market' })
  if (!tip) return 'done'
  const token = nextToken(ctx, chainId, tracked)
  const hasAdvanced = token !== undefined && (await readNextRange(ctx, leadership, { token, tip }))
  await checkHolders(ctx, leadership, { tracked, tip })
  return hasAdvanced ? 'again' : 'done'
}

const turnOf = defineSlot('tokens/backfill-turn', (_, _chainId: number) => ({ count: 0 }))

/** Round-robin, so that a long backfill or logs that the node refuses do not block other tokens. */
function nextToken(
  ctx: Context,
  chainId: number,
  tracked: readonly TokenProgress[],
): TokenProgress | undefined {
  const turn = turnOf(ctx, chainId)
  const waiting = tracked.filter(({ live }) => !live)
  turn.count += 1
  return waiting[turn.count % Math.max(1, waiting.length)]
}

type Segment = {
  readonly token: TokenProgress
  /** The tip of the market index when the blocks were read. */
  readonly tip: BlockHeader
  readonly toBlock: bigint
  readonly transfers: readonly TokenTransfer[]
}

/** Returns false without progress: the range was too wide, or the token, index or chain changed meanwhile. */
async function readNextRange(
  ctx: Context,
  leadership: HolderLeadership,
  { token, tip }: Pick<Segment, 'token' | 'tip'>,
): Promise<boolean> {
  const { chainId } = leadership
  const chain = ctx.chain(chainId)
  const finalTo = tip.number - BigInt(chain.network.reorgBlocks)
  const fromBlock = token.readTo === undefined ? token.fromBlock : token.readTo + 1n
  const width = { chainId, indexer: `holders ${token.address}` }
  const last = fromBlock + rangeWidth(ctx, width) - 1n
  const toBlock = fromBlock > finalTo ? tip.number : last < finalTo ? last : finalTo
  const reading = async () => {
    const read = () => readTransfers(ctx, chainId, { token, fromBlock, toBlock })
    const transfers = await withinRange(ctx, width, read)
    return (await isOnChain(chain, tip)) ? transfers : undefined
  }
  const transfers = await reading().catch((cause) => {
    throw dependencyDown(chain.network.title, cause)
  })
  if (!transfers) return false
  return inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, leadership.role, leadership.epoch)
    const segment = { token, tip, toBlock, transfers }
    const isValid = await isUnchanged(tx, chainId, segment)
    if (isValid) await applySegment(tx, chainId, segment)
    return isValid
  })
}

async function readTransfers(
  ctx: Context,
  chainId: number,
  { token, ...range }: BlockRange & Pick<Segment, 'token'>,
): Promise<TokenTransfer[]> {
  if (range.fromBlock > range.toBlock) return []
  const chain = ctx.chain(chainId)
  const addresses = [token.address]
  const logs = await readLogs(chain, { ...range, addresses, topics: transferTopics })
  const { wrappedNative } = chain.network
  return decodeTransfers(logs, { tokens: new Set(addresses), wrappedNative })
}

/**
 * Whether the token and the market index are unchanged since the read. Locks the tokens, which stops the market index
 * from advancing.
 */
async function isUnchanged(
  tx: Transaction,
  chainId: number,
  { token, tip }: Segment,
): Promise<boolean> {
  const tracked = await lockTrackedTokens(tx, chainId)
  const now = tracked.find(({ address }) => address === token.address)
  const tipNow = await findTip(tx, { chainId, indexer: 'market' })
  return now?.live === false && now.readTo === token.readTo && tipNow?.hash === tip.hash
}

async function applySegment(
  tx: Transaction,
  chainId: number,
  { token: { address, readTo }, tip, toBlock, transfers }: Segment,
): Promise<void> {
  await applyMovement(tx, chainId, { done: transfers, undone: [] })
  const isLast = toBlock === tip.number
  if (isLast) await insertTransfers(tx, chainId, transfers)
  await saveProgress(tx, chainId, { address, readTo: isLast ? readTo : toBlock, live: isLast })
}

/**
 * Synchronises the tracked tokens with the configuration, on an embedded network also with all known tokens, and
 * returns them. Deletes tokens that are no longer configured; restarts the backfill of a token whose start block
 * changed.
 */
async function chooseTrackedTokens(
  ctx: Context,
  { chainId }: { readonly chainId: number },
): Promise<readonly TokenProgress[]> {
  const [wanted, tracked] = await Promise.all([
    listTokensToTrack(ctx, chainId),
    listTrackedTokens(ctx.db, chainId),
  ])
  const keyOf = ({ address, fromBlock }: TrackedToken) => `${address}@${fromBlock}`
  const named = new Set(wanted.map(keyOf))
  const known = new Set(tracked.map(keyOf))
  const dropped = tracked.filter((token) => !named.has(keyOf(token)))
  const added = wanted.filter((token) => !known.has(keyOf(token)))
  if (dropped.length === 0 && added.length === 0) return tracked
  await inTransaction(ctx.db, async (tx) => {
    const addresses = dropped.map(({ address }) => address)
    await deleteTrackedTokens(tx, chainId, addresses)
    const tokens = added.map((token) => ({
      ...token,
      faithful: !isRebasing(chainId, token.address),
    }))
    await insertTrackedTokens(tx, chainId, tokens)
  })
  return listTrackedTokens(ctx.db, chainId)
}

/** The first of duplicate entries wins. */
async function listTokensToTrack(
  { config, db }: Context,
  chainId: number,
): Promise<readonly TrackedToken[]> {
  const configured = config.trackedTokens.get(chainId) ?? []
  const isEmbedded = config.embeddedChainIds.includes(chainId)
  const known = isEmbedded ? await listKnownAddresses(db, chainId) : []
  const wanted = new Map<string, TrackedToken>()
  for (const token of configured) if (!wanted.has(token.address)) wanted.set(token.address, token)
  for (const address of known) {
    if (!wanted.has(address)) wanted.set(address, { address, fromBlock: 0n })
  }
  return [...wanted.values()]
}
