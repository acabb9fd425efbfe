import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { migrate } from '@/lib/db/migrate'
import { type EmbeddedPostgres, startPostgres } from '@/lib/devnet/processes/embedded-postgres'

/** A migrated database with mainnet orders. */
export type OrderDatabase = {
  readonly url: string
  /** Some of the orders. */
  readonly uids: readonly Hex[]
}

/** Orders of `owner`, or each of its own owner. */
export type OrderShare = { readonly count: number; readonly owner?: Hex }

/** Starts PostgreSQL with its data and its log in a folder. */
export function startDatabases(folder: string): Promise<EmbeddedPostgres> {
  return startPostgres({ dataDir: join(folder, 'data'), logFile: join(folder, 'pg.log') })
}

/** Creates a migrated database with that many orders, some open and some long closed. */
export async function createOrderDatabase(
  server: EmbeddedPostgres,
  { name, orders }: { name: string; orders: readonly OrderShare[] },
): Promise<OrderDatabase> {
  await run(server.url('postgres'), `CREATE DATABASE ${name}`)
  const url = server.url(name)
  await migrate(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const share of orders) await client.query(insertion(share))
    await client.query('VACUUM ANALYZE orders')
    await client.query('CHECKPOINT')
    const { rows } = await client.query('SELECT uid FROM orders ORDER BY md5(uid) LIMIT 20000')
    return { url, uids: rows.map((row) => row.uid as Hex) }
  } finally {
    await client.end()
  }
}

function insertion({ count, owner }: OrderShare): string {
  const salt = randomBytes(8).toString('hex')
  const account = owner
    ? `'${owner}'`
    : `'0x' || substr(encode(sha256(('o' || i)::bytea), 'hex'), 1, 40)`
  return `INSERT INTO orders (uid, chain_id, owner, sell_token, buy_token, sell_amount, buy_amount,
      valid_to, true_valid_to, app_data, fee_amount, kind, partially_fillable, sell_token_balance,
      buy_token_balance, signing_scheme, signature, settlement_contract, created_at, status)
    SELECT '0x' || encode(sha256(('${salt}' || i)::bytea), 'hex') || substr(account, 3) || '77359400', 1, account,
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      1000000000000000000 + i, 2000000000, 2000000000, 2000000000, '0x' || repeat('00', 32), 0, 'sell',
      false, 'erc20', 'erc20', 'eip712', '0x' || repeat('1b', 65), '${defaultSettlement}',
      now() - i * interval '1 second',
      (CASE WHEN i % 50 = 0 THEN 'open' ELSE 'fulfilled' END)::order_status
    FROM (SELECT i, ${account} AS account FROM generate_series(1, ${count}) AS i) AS source`
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
