import type { Address } from '@/lib/core/address'
import type { TrackedToken } from '@/lib/core/tracked-tokens'
import type { Transaction } from '@/lib/db/database'
import type { TrackedToken as TrackedTokenRow } from '@/prisma/generated/client'

/** How far the holders of a token are known. */
export type TokenProgress = TrackedToken & {
  /** All transfers up to this block are in its balances for good; undefined: none yet. */
  readonly readTo: bigint | undefined
  /** Whether it goes along with the market index. */
  readonly live: boolean
  /** False: its transfers do not tell the balances, so that its contract is asked. */
  readonly faithful: boolean
}

/** The tokens of a network whose holders are kept, by address. */
export async function listTrackedTokens(
  db: Transaction,
  chainId: number,
): Promise<TokenProgress[]> {
  const rows = await db.trackedToken.findMany({ where: { chainId }, orderBy: { address: 'asc' } })
  return rows.map(toProgress)
}

/** One of them. */
export async function findTrackedToken(
  db: Transaction,
  chainId: number,
  address: Address,
): Promise<TokenProgress | undefined> {
  const row = await db.trackedToken.findUnique({ where: { chainId_address: { chainId, address } } })
  return row ? toProgress(row) : undefined
}

/** The tokens of a network that go along with the market index, by address. */
export async function listLiveTokens(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.trackedToken.findMany({
    where: { chainId, live: true },
    orderBy: { address: 'asc' },
  })
  return rows.map(({ address }) => address as Address)
}

/** Those of some tokens whose transfers were seen not to tell their balances. */
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

/** {@link listTrackedTokens}, of which none changes by another transaction until this one ends. */
export async function lockTrackedTokens(
  tx: Transaction,
  chainId: number,
): Promise<TokenProgress[]> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM tracked_tokens WHERE chain_id = ${chainId} ORDER BY address FOR UPDATE`
  return locked.length === 0 ? [] : listTrackedTokens(tx, chainId)
}

/** Adds tokens whose holders are to be kept. */
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

/** Forgets tokens and their holders. */
export async function deleteTrackedTokens(
  tx: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<void> {
  await tx.trackedToken.deleteMany({ where: { chainId, address: { in: [...tokens] } } })
  await deleteHolders(tx, chainId, tokens)
}

/** Forgets the holders of tokens, which are to be read anew. */
export async function resetTrackedTokens(
  tx: Transaction,
  chainId: number,
  tokens: readonly Address[],
): Promise<void> {
  const where = { chainId, address: { in: [...tokens] } }
  await tx.trackedToken.updateMany({ where, data: { readTo: null, live: false } })
  await deleteHolders(tx, chainId, tokens)
}

/** Notes how far one token is read. */
export async function saveProgress(
  tx: Transaction,
  chainId: number,
  { address, ...progress }: Pick<TokenProgress, 'address' | 'readTo' | 'live'>,
): Promise<void> {
  const data = { readTo: progress.readTo ?? null, live: progress.live }
  await tx.trackedToken.update({ where: { chainId_address: { chainId, address } }, data })
}

/** Notes that what the live tokens did up to a block is for good. */
export async function saveFinal(tx: Transaction, chainId: number, readTo: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE tracked_tokens SET read_to = ${readTo}
    WHERE chain_id = ${chainId} AND live AND (read_to IS NULL OR read_to < ${readTo})`
}

/** Notes that the transfers of tokens do not tell their balances. */
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
