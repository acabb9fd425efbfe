import type { Transaction } from '@/lib/db/database'

/** A row that breaks an invariant: its id and what is wrong. */
export type BrokenRow = { readonly id: string; readonly detail: string }

type Rows = {
  readonly chainId: number
  /** How many of the newest rows to examine. */
  readonly limit: number
  /** Ids to examine besides. */
  readonly ids: readonly string[]
}

/** The broken rows among those examined, and how many those were. */
type ExaminedRows<Row extends BrokenRow = BrokenRow> = {
  readonly examined: number
  readonly rows: readonly Row[]
}

/** A row of a query that joins its count of examined rows with the broken ones, if any. */
type CountedRow<Row extends BrokenRow> = { readonly examined: number } & (
  | Row
  | { readonly id: null }
)

const toExamined = <Row extends BrokenRow>(counted: readonly CountedRow<Row>[]) => ({
  examined: counted[0]?.examined ?? 0,
  rows: counted.filter((row): row is { readonly examined: number } & Row => row.id !== null),
})

/** Returns orders that are in several unfinished settlements. */
export async function listOrdersSettledTwice(
  db: Transaction,
  chainId: number,
): Promise<BrokenRow[]> {
  return db.$queryRaw<BrokenRow[]>`
    SELECT uid AS id, 'in ' || count(*) || ' unfinished settlements' AS detail
    FROM settlement_transactions t, unnest(t.order_uids) AS uid
    WHERE t.chain_id = ${chainId} AND t.state IN ('prepared', 'sent')
    GROUP BY uid HAVING count(*) > 1 LIMIT 100`
}

/** A transaction whose epoch, or else whose nonce, is wrong. */
type WrongTransaction = BrokenRow & { readonly isEpoch: boolean }

/** Returns transactions with a nonce that another mined or unfinished one of the same key has, and with an older epoch. */
export async function listWrongTransactions(
  db: Transaction,
  { chainId, limit, ids, role }: Rows & { readonly role: string },
): Promise<ExaminedRows<WrongTransaction>> {
  const counted = await db.$queryRaw<CountedRow<WrongTransaction>[]>`
    WITH examined AS (
      SELECT * FROM (
        SELECT id, nonce, solver_address, state, epoch FROM settlement_transactions WHERE chain_id = ${chainId} ORDER BY id DESC LIMIT ${limit}
      ) newest
      UNION
      SELECT id, nonce, solver_address, state, epoch FROM settlement_transactions
      WHERE chain_id = ${chainId} AND id = ANY (${ids.map(BigInt)})
    ), linked AS (
      SELECT *, lag(epoch) OVER (ORDER BY id) AS before,
        count(*) FILTER (WHERE state IN ('prepared', 'sent', 'mined'))
          OVER (PARTITION BY solver_address, nonce) AS rivals
      FROM examined
    ), broken AS (
      SELECT id::text AS id, false AS "isEpoch", 'nonce ' || nonce || ' is used ' || rivals || ' times' AS detail
      FROM linked WHERE rivals > 1 AND state IN ('prepared', 'sent', 'mined')
      UNION ALL
      SELECT id::text, true, 'epoch ' || epoch || ' follows epoch ' || before FROM linked WHERE epoch < before
      UNION ALL
      SELECT id::text, true, 'epoch ' || epoch || ' is newer than the leader''s'
      FROM linked WHERE epoch > (SELECT l.epoch FROM leaders l WHERE role = ${role})
      LIMIT 100
    )
    SELECT * FROM (SELECT count(*)::int AS examined FROM examined) AS c LEFT JOIN broken ON true`
  return toExamined(counted)
}

/** Returns quotes that expire before they were made. */
export async function listWrongQuotes(
  db: Transaction,
  { chainId, limit, ids }: Rows,
): Promise<ExaminedRows> {
  const counted = await db.$queryRaw<CountedRow<BrokenRow>[]>`
    WITH examined AS (
      SELECT id, expiration, created_at FROM (
        SELECT * FROM (SELECT * FROM quotes ORDER BY id DESC LIMIT ${limit}) newest
        UNION ALL
        SELECT * FROM quotes WHERE id = ANY (${ids.map(BigInt)})
      ) q WHERE chain_id = ${chainId}
    ), broken AS (
      SELECT id::text AS id, 'it expires before it was made' AS detail
      FROM examined WHERE expiration <= created_at LIMIT 100
    )
    SELECT * FROM (SELECT count(*)::int AS examined FROM examined) AS c LEFT JOIN broken ON true`
  return toExamined(counted)
}

/** Returns those of these orders whose copy of their quote has other amounts than the quote. */
export async function listWrongOrderQuotes(
  db: Transaction,
  uids: readonly string[],
): Promise<BrokenRow[]> {
  return db.$queryRaw<BrokenRow[]>`
    SELECT o.uid AS id, 'the order has other amounts than its quote ' || q.id AS detail
    FROM orders o JOIN order_quotes c ON c.order_uid = o.uid
    JOIN quotes q ON q.id = o.quote_id AND q.chain_id = o.chain_id
    WHERE o.uid = ANY (${[...uids]}::text[])
      AND (c.sell_amount, c.buy_amount, c.fee_amount) IS DISTINCT FROM (q.sell_amount, q.buy_amount, q.fee_amount)`
}

/** Returns deliveries that are overdue without a job, or tried too often, and jobs that were locked for hours. */
export async function listWrongDeliveries(
  db: Transaction,
  { chainId, limit, ids, maxAttempts }: Rows & { readonly maxAttempts: number },
): Promise<ExaminedRows> {
  const counted = await db.$queryRaw<CountedRow<BrokenRow>[]>`
    WITH RECURSIVE waiting AS (
      (SELECT subscription_id AS id FROM deliveries WHERE state = 'waiting' ORDER BY 1 LIMIT 1)
      UNION ALL
      SELECT (SELECT subscription_id FROM deliveries
        WHERE state = 'waiting' AND subscription_id > waiting.id ORDER BY 1 LIMIT 1)
      FROM waiting WHERE id IS NOT NULL
    ), oldest AS (
      SELECT d.id, d.subscription_id, d.notification_id, d.due_at
      FROM (SELECT id FROM waiting WHERE id IS NOT NULL LIMIT ${limit}) w
      JOIN subscriptions s ON s.id = w.id AND s.enabled AND s.confirmed AND s.stopped_at IS NULL
      CROSS JOIN LATERAL (
        SELECT * FROM deliveries WHERE subscription_id = w.id AND state = 'waiting'
          AND due_at < now() - interval '1 minute' ORDER BY due_at LIMIT 1
      ) d
    ), tried AS (
      SELECT d.id, d.attempts FROM (
        (SELECT id, notification_id, attempts FROM deliveries ORDER BY id DESC LIMIT ${limit})
        UNION
        SELECT id, notification_id, attempts FROM deliveries WHERE id = ANY (${ids.map(BigInt)})
      ) d JOIN notifications n ON n.id = d.notification_id AND n.chain_id = ${chainId}
    ), broken AS (
      SELECT o.id::text AS id, 'overdue since ' || o.due_at || ' without a job' AS detail
      FROM oldest o JOIN notifications n ON n.id = o.notification_id AND n.chain_id = ${chainId}
      WHERE NOT EXISTS (
        SELECT FROM graphile_worker.jobs j WHERE split_part(j.key, ':', 2) = o.subscription_id::text
          AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts)
          AND (j.locked_at IS NOT NULL OR j.run_at > now() - interval '1 minute'))
      UNION ALL
      SELECT id::text, attempts || ' attempts' FROM tried WHERE attempts > ${maxAttempts}
      UNION ALL
      SELECT o.id::text, 'its job has been locked since ' || j.locked_at
      FROM oldest o JOIN notifications n ON n.id = o.notification_id AND n.chain_id = ${chainId}
      JOIN graphile_worker.jobs j ON split_part(j.key, ':', 2) = o.subscription_id::text
      WHERE j.locked_at < now() - interval '4 hours'
      LIMIT 100
    )
    SELECT * FROM (SELECT count(*)::int AS examined FROM tried) AS c LEFT JOIN broken ON true`
  return toExamined(counted)
}

/** A registration of an affiliate code with what proves it. */
export type CheckedRegistration = {
  readonly id: bigint
  readonly walletAddress: string
  readonly code: string
  readonly signedMessage: string
  /** The digest that the signature was used for; null: no use of it is stored. */
  readonly digest: string | null
}

/** Returns the newest registrations, and those with these ids. */
export async function listRegistrations(
  db: Transaction,
  { limit, ids }: Omit<Rows, 'chainId'>,
): Promise<CheckedRegistration[]> {
  return db.$queryRaw<CheckedRegistration[]>`
    SELECT a.id, a.wallet_address AS "walletAddress", a.code, a.signed_message AS "signedMessage", s.digest
    FROM (
      (SELECT * FROM affiliates ORDER BY id DESC LIMIT ${limit})
      UNION
      SELECT * FROM affiliates WHERE id = ANY (${ids.map(BigInt)})
    ) a
    LEFT JOIN LATERAL (
      SELECT digest FROM affiliate_signatures
      WHERE wallet_address = a.wallet_address AND signed_message = a.signed_message LIMIT 1
    ) s ON true`
}
