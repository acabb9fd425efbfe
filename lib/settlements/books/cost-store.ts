import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'

/** What a settlement kept of one token; decimal strings. */
export type KeptValue = {
  readonly token: Address
  /** Atoms; negative: a loss. */
  readonly amount: string
  /** The part of it that is owed to others. */
  readonly owed: string
  /** Native atoms per 1e18 atoms; omitted for a token whose price does not count. */
  readonly price?: string
}

/** What a mined transaction of the solver cost and earned; amounts in wei. */
export type SettlementCost = {
  readonly chainId: number
  readonly txHash: Hex
  readonly kind: 'settlement' | 'refund' | 'cancellation' | 'sweep'
  readonly succeeded: boolean
  readonly solverAddress: Address
  readonly nonce: bigint
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Unix seconds of the block. */
  readonly timestamp: number
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly gasWei: bigint
  /** The fee for data: apart from gas (OP stack), or within it (Arbitrum). */
  readonly l1Wei: bigint
  /** Total paid by the account. */
  readonly costWei: bigint
  readonly auctionId: bigint | undefined
  /** Undefined if unknown, or if it is no settlement. */
  readonly kept: readonly KeptValue[] | undefined
  /** At the auction's prices. */
  readonly keptWei: bigint
  readonly owedWei: bigint
  /** What it kept less than simulated, because pools paid less; at the auction's prices. */
  readonly slackWei: bigint
  /** What its gas beyond the simulation cost, within `gasWei`. */
  readonly burnWei: bigint
}

/** Stores the cost of a transaction once. */
export async function insertCost(tx: Transaction, cost: SettlementCost): Promise<boolean> {
  const { timestamp, gasPrice, gasWei, l1Wei, costWei, kept, keptWei, owedWei } = cost
  const { slackWei, burnWei } = cost
  const data = {
    ...cost,
    timestamp: BigInt(timestamp),
    gasPrice: toDecimal(gasPrice),
    gasWei: toDecimal(gasWei),
    l1Wei: toDecimal(l1Wei),
    costWei: toDecimal(costWei),
    keptWei: toDecimal(keptWei),
    owedWei: toDecimal(owedWei),
    slackWei: toDecimal(slackWei),
    burnWei: toDecimal(burnWei),
    auctionId: cost.auctionId ?? null,
    kept: kept ? kept.map((value) => ({ ...value })) : Prisma.DbNull,
  }
  const { count } = await tx.settlementCost.createMany({ data: [data], skipDuplicates: true })
  return count === 1
}

/** Deletes the costs of the blocks above `number`. */
export async function deleteCostsAbove(
  tx: Transaction,
  chainId: number,
  number: bigint,
): Promise<void> {
  await tx.settlementCost.deleteMany({ where: { chainId, blockNumber: { gt: number } } })
}

type Nonce = Pick<SettlementCost, 'chainId' | 'nonce'> & { readonly solverAddress: string }

/** Reduces the costs of packed auctions, whose outcomes name what was kept of each token; what is owed of it stays. */
export async function reduceCosts(tx: Transaction, nonces: readonly Nonce[]): Promise<void> {
  const chainIds = nonces.map(({ chainId }) => chainId)
  const accounts = nonces.map(({ solverAddress }) => solverAddress)
  const numbers = nonces.map(({ nonce }) => String(nonce))
  await tx.$executeRaw`
    UPDATE settlement_costs c SET block_hash = '', kept = CASE WHEN c.kept IS NOT NULL THEN coalesce((
      SELECT jsonb_agg(k) FROM jsonb_array_elements(c.kept) AS k WHERE k->>'owed' <> '0'), '[]') END
    FROM unnest(${chainIds}::int[], ${accounts}::text[], ${numbers}::bigint[]) AS n (chain_id, account, nonce)
    WHERE c.chain_id = n.chain_id AND c.solver_address = n.account AND c.nonce = n.nonce`
}

/** A signed transaction of the solver whose nonce is not in the books. */
export type Unbooked = {
  readonly nonce: bigint
  readonly solverAddress: Address
  readonly txHash: Hex
  /** Undefined: a settlement or a refund. */
  readonly kind: 'cancellation' | 'sweep' | undefined
}

type UnbookedRow = {
  nonce: bigint
  solver_address: string
  tx_hash: string
  kind: 'cancellation' | 'sweep' | null
}

/** Lists the signed transactions since a time whose nonces are not in the books, without settlements in flight. */
export async function listUnbooked(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: Date },
): Promise<Unbooked[]> {
  const rows = await db.$queryRaw<UnbookedRow[]>`
    SELECT signed.* FROM (
      SELECT nonce, solver_address, unnest(tx_hash || replaced_hashes) AS tx_hash, NULL AS kind
      FROM settlement_transactions
      WHERE chain_id = ${chainId} AND created_at >= ${since} AND state NOT IN ('prepared', 'sent')
      UNION ALL
      SELECT nonce, solver_address, tx_hash, kind FROM solver_transactions
      WHERE chain_id = ${chainId} AND created_at >= ${since}
    ) AS signed
    WHERE NOT EXISTS (
      SELECT 1 FROM settlement_costs c
      WHERE c.chain_id = ${chainId} AND c.solver_address = signed.solver_address AND c.nonce = signed.nonce
    )
    ORDER BY nonce`
  return rows.map((row) => ({
    nonce: row.nonce,
    solverAddress: row.solver_address as Address,
    txHash: row.tx_hash as Hex,
    kind: row.kind ?? undefined,
  }))
}

/** The costs of an account in a range of blocks: their number, and their sum in wei. */
export async function sumCosts(
  db: Transaction,
  range: {
    readonly chainId: number
    readonly solverAddress: Address
    /** Exclusive. */
    readonly above: bigint
    /** Inclusive. */
    readonly upTo: bigint
  },
): Promise<{ readonly count: bigint; readonly costWei: bigint }> {
  const { chainId, solverAddress, above, upTo } = range
  const { _count, _sum } = await db.settlementCost.aggregate({
    where: { chainId, solverAddress, blockNumber: { gt: above, lte: upTo } },
    _count: true,
    _sum: { costWei: true },
  })
  return {
    count: BigInt(_count),
    costWei: _sum.costWei === null ? 0n : fromDecimal(_sum.costWei),
  }
}

/** Returns the net loss of a network since a time (Unix seconds), without refunds, in wei: paid, less kept, plus owed. */
export async function sumLoss(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: number },
): Promise<bigint> {
  const { _sum } = await db.settlementCost.aggregate({
    where: { chainId, timestamp: { gte: BigInt(since) }, kind: { not: 'refund' } },
    _sum: { costWei: true, keptWei: true, owedWei: true },
  })
  const wei = (sum: Prisma.Decimal | null) => (sum === null ? 0n : fromDecimal(sum))
  return wei(_sum.costWei) - wei(_sum.keptWei) + wei(_sum.owedWei)
}

/** Returns what the refunds of a network since a time (Unix seconds) cost, reverted ones too, in wei. */
export async function sumRefunds(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: number },
): Promise<bigint> {
  const { _sum } = await db.settlementCost.aggregate({
    where: { chainId, timestamp: { gte: BigInt(since) }, kind: 'refund' },
    _sum: { costWei: true },
  })
  return _sum.costWei === null ? 0n : fromDecimal(_sum.costWei)
}

/** Returns the atoms of each token that settlements of a network kept for others, by the books. */
export async function sumOwed(
  db: Transaction,
  chainId: number,
): Promise<ReadonlyMap<Address, bigint>> {
  const rows = await db.$queryRaw<{ token: string; owed: string }[]>`
    SELECT k->>'token' AS token, sum((k->>'owed')::numeric)::text AS owed
    FROM settlement_costs, jsonb_array_elements(kept) AS k
    WHERE chain_id = ${chainId} AND kept IS NOT NULL GROUP BY 1`
  return new Map(rows.map(({ token, owed }) => [token as Address, BigInt(owed)]))
}

/** The books of one UTC day on one network; amounts in wei. */
export type DayBooks = {
  /** Such as `2026-11-27`. */
  readonly day: string
  readonly chainId: number
  readonly settlements: number
  readonly reverts: number
  /** Settlements that were signed and not mined. */
  readonly withdrawn: number
  readonly keptWei: bigint
  readonly owedWei: bigint
  readonly gasWei: bigint
  readonly l1Wei: bigint
  /** What pools paid less than simulated: already missing from what was kept. */
  readonly slackWei: bigint
  /** The gas beyond the simulations, within the gas. */
  readonly burnWei: bigint
  /** Kept, less owed, less all that the account paid. */
  readonly profitWei: bigint
}

type DayRow = {
  day: string
  chain_id: number
  settlements: bigint
  reverts: bigint
  withdrawn: bigint
  kept_wei: string
  owed_wei: string
  gas_wei: string
  l1_wei: string
  slack_wei: string
  burn_wei: string
  profit_wei: string
}

/** Sums the books since a time per UTC day and network, newest day first. */
export async function listDayBooks(
  db: Transaction,
  { since, chainId }: { readonly since: Date; readonly chainId?: number | undefined },
): Promise<DayBooks[]> {
  const rows = await db.$queryRaw<DayRow[]>`
    WITH entries AS (
      SELECT to_char(to_timestamp(timestamp) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, chain_id,
        (kind = 'settlement' AND succeeded)::int AS settlements, (NOT succeeded)::int AS reverts, 0 AS withdrawn,
        kept_wei, owed_wei, gas_wei, l1_wei, slack_wei, burn_wei, kept_wei - owed_wei - cost_wei AS profit_wei
      FROM settlement_costs WHERE to_timestamp(timestamp) >= ${since}
      UNION ALL
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), chain_id, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
      FROM settlement_transactions
      WHERE created_at >= ${since} AND state NOT IN ('prepared', 'sent', 'mined', 'failed')
    )
    SELECT day, chain_id, sum(settlements) AS settlements, sum(reverts) AS reverts, sum(withdrawn) AS withdrawn,
      sum(kept_wei)::text AS kept_wei, sum(owed_wei)::text AS owed_wei, sum(gas_wei)::text AS gas_wei,
      sum(l1_wei)::text AS l1_wei, sum(slack_wei)::text AS slack_wei, sum(burn_wei)::text AS burn_wei,
      sum(profit_wei)::text AS profit_wei
    FROM entries
    WHERE ${chainId ?? null}::int IS NULL OR chain_id = ${chainId ?? null}::int
    GROUP BY day, chain_id ORDER BY day DESC, chain_id`
  return rows.map((row) => ({
    day: row.day,
    chainId: row.chain_id,
    settlements: Number(row.settlements),
    reverts: Number(row.reverts),
    withdrawn: Number(row.withdrawn),
    keptWei: BigInt(row.kept_wei),
    owedWei: BigInt(row.owed_wei),
    gasWei: BigInt(row.gas_wei),
    l1Wei: BigInt(row.l1_wei),
    slackWei: BigInt(row.slack_wei),
    burnWei: BigInt(row.burn_wei),
    profitWei: BigInt(row.profit_wei),
  }))
}
