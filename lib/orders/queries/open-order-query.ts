import type { Address } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'
import { daySeconds } from '@/lib/core/time'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
import { toRecord } from '@/lib/orders/order-columns'
import type { OwnerKey } from '@/lib/orders/order-lock-store'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listBannedAmong } from '@/lib/quotes/banned-account-store'
import { listDeniedAddresses } from '@/lib/tokens/policy/denied-token-store'

/** An order that takes no part in an auction, and why. */
type Refusal = { readonly order: OrderRecord; readonly exclusion: Exclusion }

/** Open orders of a network, oldest first. */
export type OpenOrders = {
  /** Orders that may take part in an auction. */
  readonly orders: readonly OrderRecord[]
  /**
   * Orders of banned accounts or in denied tokens, and those frozen after reverts. Their status stays `open`: a ban may be
   * lifted, and a freeze ends.
   */
  readonly refused: readonly Refusal[]
}

/** The orders to list. */
type Listing = {
  readonly chainId: number
  readonly nowSeconds: number
  /** Tokens whose contracts are trusted; orders in others take turns. */
  readonly trusted: readonly Address[]
}

/**
 * Lists open orders that are signed, placed without error, within their validity and not in a settlement in flight; if
 * there are many, those whose turn it is ({@link listTurn}).
 */
export async function listOpenOrders(db: Transaction, listing: Listing): Promise<OpenOrders> {
  const { chainId } = listing
  const [deniedTokens, uids, frozen] = await Promise.all([
    listDeniedAddresses(db, chainId),
    listTurn(db, listing),
    listFrozen(db, listing),
  ])
  const denied = new Set(deniedTokens)
  const rows = await db.order.findMany({
    where: { uid: { in: uids } },
    orderBy: [{ createdAt: 'asc' }, { uid: 'asc' }],
  })
  const records = rows.map(toRecord)
  const banned = new Set(await listBannedAmong(db, records.flatMap(partiesOf)))
  const orders: OrderRecord[] = []
  const refused: Refusal[] = [...frozen]
  for (const order of records) {
    const token = [order.sellToken, order.buyToken].find((address) => denied.has(address))
    if (partiesOf(order).some((party) => banned.has(party))) {
      refused.push({ order, exclusion: { code: 'accountNotServed' } })
    } else if (token) refused.push({ order, exclusion: { code: 'tokenNotTraded', token } })
    else orders.push(order)
  }
  return { orders, refused }
}

/** Maximum number of frozen orders per auction. Each has cost reverts, so there are few. */
const maxFrozen = 500

/** Returns the orders that are frozen after reverts, those with the latest end first. */
async function listFrozen(db: Transaction, { chainId, nowSeconds }: Listing): Promise<Refusal[]> {
  const rows = await db.order.findMany({
    where: { chainId, status: 'open', frozenUntil: { gt: new Date(nowSeconds * 1000) } },
    orderBy: [{ frozenUntil: 'desc' }, { uid: 'asc' }],
    take: maxFrozen,
  })
  return rows.map((row) => ({
    order: toRecord(row),
    exclusion: { code: 'blockedAfterReverts', until: row.frozenUntil?.toISOString() ?? '' },
  }))
}

/** Maximum orders per auction: about twenty settlements, and what a node reads within a second. */
const maxOrders = 1_000
/** Maximum untrusted tokens per auction, each of which costs a search for pools, and of orders in each. */
const maxTokens = 32
const maxOrdersPerToken = 50
/** Seconds for which an order comes before older ones: several auctions, so that it is read at least once. */
const newSeconds = 30

/**
 * Orders of each class that come before the rest of the others: new ones in trusted tokens, older ones, and those in
 * untrusted tokens.
 */
const quotas = [400, 300, 100]

/**
 * Orders that could not be filled when last read, for want of funds or of a pool, in trusted and in untrusted tokens: a few
 * of them are read again in each auction.
 */
const maxUnfit = { trusted: 100, untrusted: 16 }

/**
 * Returns whose turn it is. Anyone can place thousands of orders that cannot be filled, for made-up tokens or for funds that
 * have moved away. None is refused, but they must not delay the others: each class has its quota, within a class owners take
 * turns, and the sequence changes every second.
 *
 * Rows are known by `ctid`, which a statement's snapshot fixes: with uids the open orders would not fit into memory.
 */
async function listTurn(
  db: Transaction,
  { chainId, nowSeconds, trusted }: Listing,
): Promise<string[]> {
  const now = BigInt(nowSeconds)
  const rows = await db.$queryRaw<{ uid: string }[]>`
    WITH open AS (
      SELECT ctid AS id, owner, hashtextextended(uid, ${now}) AS shuffle,
        created_at > to_timestamp(${nowSeconds - newSeconds}) AS is_new,
        CASE WHEN sell_token <> ALL (${trusted}) THEN sell_token
          WHEN buy_token <> ALL (${trusted}) THEN buy_token END AS untrusted,
        COALESCE(exclusion->>'code', '')
          IN ('insufficientBalance', 'insufficientAllowance', 'tokenNotTraded') AS is_unfit
      FROM orders o
      WHERE chain_id = ${chainId} AND status = 'open' AND signed AND placement_error IS NULL
        AND true_valid_to > ${now} AND (valid_from IS NULL OR valid_from <= ${now})
        AND (frozen_until IS NULL OR frozen_until <= to_timestamp(${nowSeconds}))
        AND NOT EXISTS (SELECT 1 FROM settlement_transactions t WHERE t.chain_id = ${chainId}
          AND t.state IN ('prepared', 'sent') AND o.uid = ANY (t.order_uids))
    ), tokens AS (
      SELECT untrusted AS token FROM open WHERE untrusted IS NOT NULL AND NOT is_unfit
      GROUP BY untrusted ORDER BY hashtextextended(untrusted, ${now}) LIMIT ${maxTokens}
    ), classes AS (
      SELECT id, owner, shuffle, untrusted,
        CASE WHEN untrusted IS NOT NULL THEN 3 WHEN is_new THEN 1 ELSE 2 END AS class
      FROM open WHERE NOT is_unfit AND (untrusted IS NULL OR untrusted IN (SELECT token FROM tokens))
    ), turns AS (
      SELECT *, row_number() OVER (PARTITION BY class, owner ORDER BY shuffle) AS turn,
        row_number() OVER (PARTITION BY class, untrusted ORDER BY shuffle) AS place_in_token
      FROM classes
    ), places AS (
      SELECT id, class, row_number() OVER (PARTITION BY class ORDER BY turn, shuffle) AS place
      FROM turns WHERE untrusted IS NULL OR place_in_token <= ${maxOrdersPerToken}
    ), fit AS (
      SELECT id FROM places ORDER BY place > (${quotas}::int[])[class], class, place LIMIT ${maxOrders}
    ), chosen AS (
      SELECT id FROM fit
      UNION ALL (SELECT id FROM open WHERE is_unfit AND untrusted IS NULL
        ORDER BY shuffle LIMIT ${maxUnfit.trusted})
      UNION ALL (SELECT id FROM open WHERE is_unfit AND untrusted IS NOT NULL
        ORDER BY shuffle LIMIT ${maxUnfit.untrusted})
    )
    SELECT uid FROM orders WHERE ctid = ANY (ARRAY(SELECT id FROM chosen))`
  return rows.map(({ uid }) => uid)
}

/** Returns whether a network has any open order. */
export async function hasOpenOrders(db: Transaction, chainId: number): Promise<boolean> {
  const where = { chainId, status: 'open' } as const
  return (await db.order.findFirst({ where, select: { uid: true } })) !== null
}

function partiesOf({ owner, receiver, onchainSender }: OrderRecord): Address[] {
  return onchainSender ? [owner, receiver, onchainSender] : [owner, receiver]
}

/** Counts of an owner's open orders on a network that are subject to limits. */
export type OpenOrderCounts = {
  /** Signed orders with a limit price better than their quote, or without a quote; parts of a schedule count as one. */
  readonly outOfMarket: number
  /** Presign orders of the last 24 hours that await their signature. */
  readonly waiting: number
}

/**
 * Counts the open orders of owners, in the sequence given. Lock the owners first, so that the counts stay valid until
 * the transaction ends.
 */
export async function countOpenOrders(
  tx: Transaction,
  { owners, nowSeconds }: { owners: readonly OwnerKey[]; nowSeconds: number },
): Promise<OpenOrderCounts[]> {
  return tx.$queryRaw<OpenOrderCounts[]>`
    SELECT count(o.uid) FILTER (WHERE NOT o.signed
        AND o.created_at > to_timestamp(${nowSeconds - daySeconds}))::int AS waiting,
      count(DISTINCT COALESCE(o.schedule, o.uid)) FILTER (WHERE o.signed AND (q.order_uid IS NULL OR
        (o.sell_amount + o.fee_amount) * q.buy_amount < (q.sell_amount + q.fee_amount) * o.buy_amount
      ))::int AS "outOfMarket"
    FROM unnest(${owners.map(({ owner }) => owner)}::text[], ${owners.map(({ chainId }) => chainId)}::int[])
      WITH ORDINALITY AS k (owner, chain_id, place)
    LEFT JOIN orders o ON o.owner = k.owner AND o.chain_id = k.chain_id AND o.status = 'open'
      AND o.true_valid_to >= ${BigInt(nowSeconds)}
    LEFT JOIN order_quotes q ON q.order_uid = o.uid
    GROUP BY k.place ORDER BY k.place`
}

/** The token pair whose sell orders to list. */
type OpenSales = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
  readonly nowSeconds: number
  readonly limit: number
}

const statement = {
  name: 'open-sales',
  text: `SELECT uid FROM orders o
    WHERE chain_id = $1 AND sell_token = $2 AND buy_token = $3 AND status = 'open' AND kind = 'sell'
      AND signed AND placement_error IS NULL AND fee_amount = 0
      AND (frozen_until IS NULL OR frozen_until <= to_timestamp($4))
      AND true_valid_to > $4 AND (valid_from IS NULL OR valid_from <= $4)
      AND sell_token_balance = 'erc20' AND buy_token_balance = 'erc20' AND signing_scheme <> 'eip1271'
      AND NOT EXISTS (SELECT 1 FROM banned_accounts b WHERE b.address IN (o.owner, o.receiver, o.onchain_sender))
      AND NOT EXISTS (SELECT 1 FROM settlement_transactions t WHERE t.chain_id = $1
        AND t.state IN ('prepared', 'sent') AND o.uid = ANY (t.order_uids))
    ORDER BY buy_amount / sell_amount, uid
    LIMIT $5`,
} as const

/**
 * Lists open sell orders of one token for another, lowest limit price first. Includes only fee-free ERC-20 orders
 * without ERC-1271 signatures, of accounts that are not banned, and not in a settlement in flight.
 */
export async function listOpenSales(
  db: Database,
  { chainId, sellToken, buyToken, nowSeconds, limit }: OpenSales,
): Promise<readonly OrderRecord[]> {
  const values = [chainId, sellToken, buyToken, nowSeconds, limit]
  const found = await queryPrepared<{ uid: string }>(db, { ...statement, values })
  if (found.length === 0) return []
  const uids = found.map(({ uid }) => uid)
  const rows = await db.order.findMany({ where: { uid: { in: uids } } })
  const records = new Map(rows.map((row) => [row.uid, toRecord(row)]))
  return uids.flatMap((uid) => records.get(uid) ?? [])
}

/**
 * Returns since when the oldest order is open and valid that the newest round did not exclude; undefined if there is
 * none.
 */
export async function findOldestMarketable(
  db: Transaction,
  { chainId, nowSeconds }: { readonly chainId: number; readonly nowSeconds: number },
): Promise<Date | undefined> {
  const [row] = await db.$queryRaw<{ oldest: Date | null }[]>`
    SELECT min(GREATEST(created_at, to_timestamp(valid_from))) AS oldest FROM orders
    WHERE chain_id = ${chainId} AND status = 'open' AND exclusion IS NULL
      AND true_valid_to >= ${nowSeconds} AND (valid_from IS NULL OR valid_from <= ${nowSeconds})`
  return row?.oldest ?? undefined
}
