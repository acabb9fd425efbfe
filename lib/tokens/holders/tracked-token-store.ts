import type { Address } from '@/lib/core/address'
import type { TrackedToken } from '@/lib/core/settings/tracked-tokens'
import type { Transaction } from '@/lib/db/database'
import type { TrackedToken as TrackedTokenRow } from '@/prisma/generated/client'

/** Progress of a token's holder index. */
export type TokenProgress = TrackedToken & {
  /** Last block whose transfers are final in its balances; undefined: none yet. */
  readonly readTo: bigint | undefined
  /** Whether it has caught up and advances with the market index. */
  readonly live: boolean
  /** False: its transfers do not add up to its balances, so they are read from the contract. */
  readonly faithful: boolean
}

/** Lists the tracked tokens of a network, by address. */
export async function listTrackedTokens(
  db: Transaction,
  chainId: number,
): Promise<TokenProgress[]> {
  const rows = await db.trackedToken.findMany({ where: { chainId }, orderBy: { address: 'asc' } })
  return rows.map(toProgress)
}

/** Returns one tracked token. */
export async function findTrackedToken(
  db: Transaction,
  chainId: number,
  address: Address,
): Promise<TokenProgress | undefined> {
  const row = await db.trackedToken.findUnique({ where: { chainId_address: { chainId, address } } })
  return row ? toProgress(row) : undefined
}

/** Lists the tokens of a network that advance with the market index, by address. */
export async function listLiveTokens(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.trackedToken.findMany({
    where: { chainId, live: true },
    orderBy: { address: 'asc' },
  })
  return rows.map(({ address }) => address as Address)
}

/** Lists the unfaithful tokens among the given ones. */
export async function listUnfaithfulAmong(
  db: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<Address[]> {
  const rows = await db.trackedToken.findMany({
    where: { chainId, address: { in: [...tokens] }, faithful: false },
    select: { address: true },
  })
  return rows.map(({ address }) => address as Address)
}

/** Runs {@link listTrackedTokens} and locks the tokens until the transaction ends. */
export async function lockTrackedTokens(
  tx: Transaction,
  chainId: number,
): Promise<TokenProgress[]> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM tracked_tokens WHERE chain_id = ${chainId} ORDER BY address FOR UPDATE`
  return locked.length === 0 ? [] : listTrackedTokens(tx, chainId)
}

/** Starts to track tokens. */
export async function insertTrackedTokens(
  tx: Transaction,
  chainId: number,
  tokens: readonly Pick<TokenProgress, 'address' | 'fromBlock' | 'faithful'>[],
): Promise<void> {
  const data = tokens.map(({ address, fromBlock, faithful }) => ({
    chainId,
    address,
    fromBlock,
    faithful,
  }))
  await tx.trackedToken.createMany({ data, skipDuplicates: true })
}

/** Stops tracking tokens and deletes their holders. */
export async function deleteTrackedTokens(
  tx: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<void> {
  await tx.trackedToken.deleteMany({ where: { chainId, address: { in: [...tokens] } } })
  await deleteHolders(tx, chainId, tokens)
}

/** Deletes the holders of tokens, so that their backfill restarts. */
export async function resetTrackedTokens(
  tx: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<void> {
  const where = { chainId, address: { in: [...tokens] } }
  await tx.trackedToken.updateMany({ where, data: { readTo: null, live: false } })
  await deleteHolders(tx, chainId, tokens)
}

/** Saves the checkpoint of one token. */
export async function saveProgress(
  tx: Transaction,
  chainId: number,
  { address, ...progress }: Pick<TokenProgress, 'address' | 'readTo' | 'live'>,
): Promise<void> {
  const data = { readTo: progress.readTo ?? null, live: progress.live }
  await tx.trackedToken.update({ where: { chainId_address: { chainId, address } }, data })
}

/** Advances the final block of the live tokens. */
export async function saveFinal(tx: Transaction, chainId: number, readTo: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE tracked_tokens SET read_to = ${readTo}
    WHERE chain_id = ${chainId} AND live AND (read_to IS NULL OR read_to < ${readTo})`
}

/** Marks tokens whose transfers do not add up to their balances. */
export async function markUnfaithful(
  tx: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<void> {
  await tx.trackedToken.updateMany({
    where: { chainId, address: { in: [...tokens] }, faithful: true },
    data: { faithful: false },
  })
}

async function deleteHolders(
  tx: Transaction,
  chainId: number,
  addresses: readonly Address[],
): Promise<void> {
  const where = { chainId, token: { in: [...addresses] } }
  await tx.tokenTransfer.deleteMany({ where })
  await tx.tokenHolder.deleteMany({ where })
}

function toProgress(row: TrackedTokenRow): TokenProgress {
  return {
    address: row.address as Address,
    fromBlock: row.fromBlock,
    readTo: row.readTo ?? undefined,
    live: row.live,
    faithful: row.faithful,
  }
}
