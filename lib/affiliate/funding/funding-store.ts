import type { Address } from '@/lib/core/address'
import { arrayLiteral } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'

/** The total that one account sent to another in a block. */
export type Funding = {
  readonly sender: Address
  readonly recipient: Address
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly timestamp: number
  /** Millionths of a dollar. */
  readonly value: bigint
}

/**
 * Stores fundings of a network. Of duplicates for the same accounts and block, keeps the one with the higher value,
 * which covers more tokens.
 */
export async function insertFundings(
  tx: Transaction,
  chainId: number,
  fundings: readonly Funding[],
): Promise<void> {
  if (fundings.length === 0) return
  await tx.$executeRaw`
    INSERT INTO account_fundings (chain_id, sender, recipient, block_number, timestamp, value)
    SELECT ${chainId}::int, * FROM unnest(
      ${arrayLiteral(fundings.map(({ sender }) => sender))}::text[],
      ${arrayLiteral(fundings.map(({ recipient }) => recipient))}::text[],
      ${arrayLiteral(fundings.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${arrayLiteral(fundings.map(({ timestamp }) => timestamp))}::bigint[],
      ${arrayLiteral(fundings.map(({ value }) => value))}::numeric[])
    ON CONFLICT (chain_id, sender, recipient, block_number) DO UPDATE SET value = EXCLUDED.value
    WHERE account_fundings.value < EXCLUDED.value`
}

/** A funding from or to an account, with the other party. */
export type FundingOf = {
  readonly account: Address
  readonly other: Address
  /** Unix seconds. */
  readonly timestamp: number
  /** Millionths of a dollar. */
  readonly value: bigint
}

/** Lists the fundings from and to accounts on some networks, since a time (Unix seconds). */
export async function listFundingsOf(
  db: Transaction,
  query: {
    readonly chainIds: readonly number[]
    readonly accounts: readonly Address[]
    readonly since: number
  },
): Promise<readonly FundingOf[]> {
  const chainIds = arrayLiteral(query.chainIds)
  const accounts = arrayLiteral(query.accounts)
  type Row = Omit<FundingOf, 'value'> & { readonly value: string }
  const rows = await db.$queryRaw<Row[]>`
    SELECT sender AS account, recipient AS other, timestamp::float8, value::text
    FROM account_fundings
    WHERE chain_id = ANY (${chainIds}::int[]) AND sender = ANY (${accounts}::text[])
      AND timestamp >= ${query.since}
    UNION ALL
    SELECT recipient, sender, timestamp::float8, value::text FROM account_fundings
    WHERE chain_id = ANY (${chainIds}::int[]) AND recipient = ANY (${accounts}::text[])
      AND timestamp >= ${query.since}
    ORDER BY account, other, timestamp, value`
  return rows.map((row) => ({ ...row, value: BigInt(row.value) }))
}

/** Deletes fundings before a time (Unix seconds) with a party that has never traded; returns their number. */
export async function deleteIrrelevantFundings(tx: Transaction, before: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM account_fundings f WHERE timestamp < ${before} AND EXISTS (
      SELECT 1 FROM unnest(ARRAY[f.sender, f.recipient]) AS party (account) WHERE NOT (
        EXISTS (SELECT 1 FROM trades t WHERE t.owner = account)
        OR EXISTS (SELECT 1 FROM orders o WHERE o.chain_id = f.chain_id AND o.onchain_sender = account)))`
}

/** Progress of reading a trader's transfers on a network. */
export type FundingRead = {
  readonly chainId: number
  readonly trader: Address
  /** Unix seconds from which on transfers are read. */
  readonly since: number
  /** The tokens whose transfers are read. */
  readonly tokens: readonly Address[]
  /** Unix seconds up to which transfers are known or irrelevant. */
  readonly timestamp: number
  /** The final block at that time; undefined until it is looked up. */
  readonly blockNumber: bigint | undefined
}

/** The transfers that a trader's undecided trades depend on: of these tokens, since a time (Unix seconds). */
export type FundingNeed = Pick<FundingRead, 'chainId' | 'trader' | 'since' | 'tokens'>

/** Whether a read covers the time range and tokens needed, whatever its progress. */
export function isReadingOf(read: FundingRead | undefined, need: FundingNeed): boolean {
  if (!read || read.since > need.since) return false
  const tokens = new Set(read.tokens)
  return need.tokens.every((token) => tokens.has(token))
}

/** Lists the reads of a network, of all traders or of some. */
export async function listFundingReads(
  db: Transaction,
  chainId: number,
  traders?: readonly Address[],
): Promise<readonly FundingRead[]> {
  const rows = await db.fundingRead.findMany({
    where: { chainId, ...(traders ? { trader: { in: [...traders] } } : {}) },
    orderBy: [{ blockNumber: { sort: 'asc', nulls: 'first' } }, { trader: 'asc' }],
  })
  return rows.map((row) => ({
    ...row,
    trader: row.trader as Address,
    tokens: row.tokens as Address[],
    since: Number(row.since),
    timestamp: Number(row.timestamp),
    blockNumber: row.blockNumber ?? undefined,
  }))
}

/** Starts a read, or restarts it with another start time or other tokens. */
export async function saveFundingRead(
  tx: Transaction,
  { chainId, trader, since, tokens }: FundingNeed,
): Promise<void> {
  const times = { since: BigInt(since), timestamp: BigInt(since - 1) }
  const row = { chainId, trader, ...times, tokens: [...tokens], blockNumber: null }
  const where = { chainId_trader: { chainId, trader } }
  await tx.fundingRead.upsert({ where, create: row, update: row })
}

/** Advances the reads of some traders, unless they were restarted meanwhile. */
export async function advanceFundingReads(
  tx: Transaction,
  move: {
    readonly chainId: number
    readonly traders: readonly Address[]
    /** The expected current position. */
    readonly from: Pick<FundingRead, 'blockNumber' | 'timestamp'>
    readonly to: { readonly number: bigint; readonly timestamp: number }
  },
): Promise<void> {
  const { chainId, traders, from, to } = move
  await tx.fundingRead.updateMany({
    where: {
      chainId,
      trader: { in: [...traders] },
      blockNumber: from.blockNumber ?? null,
      timestamp: BigInt(from.timestamp),
    },
    data: { blockNumber: to.number, timestamp: BigInt(to.timestamp) },
  })
}

/** Deletes the reads of traders without undecided trades. */
export async function deleteIdleFundingReads(tx: Transaction): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM funding_reads f WHERE NOT EXISTS (
      SELECT 1 FROM referred_traders r WHERE r.trader = f.trader AND r.last_trade_at >= r.decided_to)`
}

/**
 * Deletes the fundings of a network, and the progress of all reads there and of traders without decided trades, so that
 * their transfers are read again.
 */
export async function resetFundings(tx: Transaction, chainId: number): Promise<void> {
  await tx.accountFunding.deleteMany({ where: { chainId } })
  await tx.$executeRaw`
    DELETE FROM funding_reads f WHERE f.chain_id = ${chainId} OR EXISTS (
      SELECT FROM referred_traders r WHERE r.trader = f.trader AND r.decided_to = 0)`
}
