import type { Context } from '@/lib/context'
import { isRebasing } from '@/lib/core/assets'
import type { TrackedToken } from '@/lib/core/tracked-tokens'
import { inTransaction } from '@/lib/db/database'
import { listKnownAddresses } from '@/lib/tokens/token-store'
import {
  deleteTrackedTokens,
  insertTrackedTokens,
  listTrackedTokens,
  type TokenProgress,
} from './tracked-token-store'

/**
 * Synchronises the tracked tokens with the configuration, on an embedded network also with all known tokens, and
 * returns them. Deletes tokens that are no longer configured; restarts the backfill of a token whose start block
 * changed.
 */
export async function chooseTrackedTokens(
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
