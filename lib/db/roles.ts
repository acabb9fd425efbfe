import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import type { Transaction } from './database'

/** A process of the service that connects to the database with rights of its own. */
export type ServiceRole = 'web' | 'worker' | 'operator'

/** Privileges on a table, as in GRANT. */
type Privilege = 'INSERT' | 'UPDATE' | 'DELETE'
type Grants = Readonly<Record<string, readonly Privilege[]>>

const add = ['INSERT'] as const
const put = ['INSERT', 'UPDATE'] as const
const all = ['INSERT', 'UPDATE', 'DELETE'] as const

/**
 * What each role writes; all of them read every table. No role changes the schema, and none but the worker writes what the
 * solver's key signs, what was settled, or who leads. A test derives the tables from the bundles of the processes.
 */
export const roleGrants: Readonly<Record<ServiceRole, Grants>> = {
  web: {
    affiliate_signatures: add,
    affiliate_switches: add,
    affiliates: put,
    announcement_reads: all,
    announcements: put,
    app_data: put,
    cached_answers: put,
    deliveries: all,
    inboxes: all,
    notifications: all,
    operator_actions: add,
    order_quotes: put,
    orders: put,
    pools: put,
    price_alerts: all,
    quotes: put,
    rate_limits: put,
    sessions: put,
    sign_in_nonces: all,
    subscriptions: all,
    telegram_links: all,
    tokens: put,
    trades: ['UPDATE'],
    vault_pools: put,
  },
  worker: {
    account_fundings: all,
    affiliate_days: put,
    app_data: ['UPDATE', 'DELETE'],
    auction_prices: all,
    auctions: all,
    burners: put,
    cached_answers: all,
    current_auctions: put,
    cursors: all,
    deliveries: all,
    funding_reads: all,
    incidents: all,
    indexed_blocks: all,
    invariant_checks: put,
    invariant_violations: all,
    leaders: put,
    network_statuses: put,
    node_splits: all,
    notifications: all,
    order_invalidations: all,
    order_placements: all,
    order_quotes: put,
    order_refunds: all,
    orders: put,
    pool_candles: all,
    pool_swaps: all,
    pools: put,
    presignatures: all,
    price_alerts: ['UPDATE'],
    quotes: ['DELETE'],
    rate_limits: all,
    referral_days: all,
    referral_payouts: put,
    referral_trades: all,
    referred_traders: all,
    sessions: ['DELETE'],
    settlement_costs: all,
    settlement_transactions: all,
    settlements: all,
    settling_stops: put,
    shadow_settlements: all,
    short_episodes: put,
    sign_in_nonces: ['DELETE'],
    solutions: all,
    solver_accounts: put,
    solver_transactions: put,
    subscriptions: all,
    telegram_links: all,
    token_holders: all,
    token_transfers: all,
    tokens: put,
    tracked_tokens: all,
    trades: all,
    vault_pools: put,
  },
  operator: {
    affiliate_switches: add,
    affiliates: ['UPDATE'],
    announcement_reads: put,
    announcements: put,
    banned_accounts: all,
    burners: ['DELETE'],
    deliveries: put,
    denied_tokens: all,
    invariant_checks: put,
    invariant_violations: put,
    notifications: put,
    operator_actions: add,
    orders: ['UPDATE'],
    referral_payouts: ['UPDATE'],
    sessions: ['UPDATE'],
    settling_stops: all,
    sign_in_nonces: ['DELETE'],
    solver_accounts: ['UPDATE'],
    solver_transactions: add,
    subscriptions: ['UPDATE'],
    tokens: put,
    trades: ['UPDATE'],
  },
}

/** Columns of a table to which UPDATE is restricted: nobody but the worker changes what an owner signed or what was traded. */
const updatable: Partial<Record<ServiceRole, Readonly<Record<string, readonly string[]>>>> = {
  web: { orders: orderState(), trades: ['known_uid'] },
  operator: { orders: orderState(), trades: ['known_uid'] },
}

/**
 * Actions of the audit log to which INSERT is restricted. A recorded resumption ends what counts as lost, so the web process
 * records what the content API changes and nothing else.
 */
const recordable: Partial<Record<ServiceRole, readonly string[]>> = {
  web: [
    ...['publish-announcement', 'withdraw-announcement'],
    ...['enable-code', 'disable-code', 'free-code'],
  ],
}

/** What follows from cancellations, and from events that were indexed before the order was placed. */
function orderState(): string[] {
  return [
    ...['status', 'invalidated', 'class', 'placement_error', 'onchain_user', 'signed'],
    ...['cancelled_at', 'cancellation_reason', 'exclusion', 'failed_settlements', 'frozen_until'],
    ...['executed_sell', 'executed_buy', 'executed_fee', 'protocol_fee', 'network_fee'],
  ]
}

/** How a role logs in. */
export type RoleLogin = { readonly name: string; readonly password: string }

/**
 * Returns the login in a database URL.
 * @throws {RangeError} if the URL has no user or no password.
 */
export function readLogin(url: string): RoleLogin {
  const { username, password } = new URL(url)
  if (!username || !password) throw new RangeError('the URL names no user and password')
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/**
 * Creates the roles that are missing, sets their passwords, and grants each exactly its rights on the database at `url`,
 * whose user owns the tables and may create roles. Repeat it after every migration: new tables have no grants.
 */
export async function applyRoles(
  url: string,
  logins: Readonly<Partial<Record<ServiceRole, RoleLogin>>>,
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('BEGIN')
    // Roles belong to the whole server, where another database may be set up at the same time.
    await client.query('SELECT pg_advisory_xact_lock($1)', [rolesLock])
    for (const [role, login] of Object.entries(logins)) {
      await applyRole(client, role as ServiceRole, login)
    }
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/** Arbitrary key of the advisory lock that serializes changes of roles. */
const rolesLock = 7_236_412

async function applyRole(client: Client, role: ServiceRole, { name, password }: RoleLogin) {
  const id = escapeIdentifier(name)
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  const login = `LOGIN PASSWORD ${escapeLiteral(password)} NOSUPERUSER NOCREATEDB NOCREATEROLE`
  await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${id} ${login}`)
  for (const schema of ['public', 'graphile_worker']) {
    await client.query(`
      GRANT USAGE ON SCHEMA ${schema} TO ${id};
      REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${id};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${id};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${id}`)
  }
  for (const [table, privileges] of Object.entries(roleGrants[role])) {
    const columns = updatable[role]?.[table]
    const granted = privileges.map((privilege) =>
      privilege === 'UPDATE' && columns ? `UPDATE (${columns.join()})` : privilege,
    )
    await client.query(`GRANT ${granted.join()} ON ${escapeIdentifier(table)} TO ${id}`)
  }
  await restrictActions(client, role, id)
  await openQueue(client, id)
}

/**
 * Restricts by row security what a role records in the audit log. The table stays open to every other grant, so that the
 * order in which roles are set up does not matter.
 */
async function restrictActions(client: Client, role: ServiceRole, id: string): Promise<void> {
  const actions = recordable[role]?.map(escapeLiteral)
  const target = `${id} ON operator_actions`
  await client.query(`
    ALTER TABLE operator_actions ENABLE ROW LEVEL SECURITY;
    DROP POLICY IF EXISTS "as granted" ON operator_actions;
    CREATE POLICY "as granted" ON operator_actions USING (true) WITH CHECK (true);
    DROP POLICY IF EXISTS ${target}`)
  if (!actions) return
  await client.query(`
    CREATE POLICY ${target} AS RESTRICTIVE FOR INSERT TO ${id} WITH CHECK (action IN (${actions.join()}))`)
}

/** Every role adds jobs. The library protects its tables by row security, which policies open. */
async function openQueue(client: Client, id: string): Promise<void> {
  await client.query(
    `GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${id}`,
  )
  const { rows } = await client.query<{ table: string }>(`
    SELECT relname AS table FROM pg_class
    WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity`)
  for (const { table } of rows) {
    const target = `${id} ON graphile_worker.${escapeIdentifier(table)}`
    await client.query(`
      DROP POLICY IF EXISTS ${target};
      CREATE POLICY ${target} TO ${id} USING (true) WITH CHECK (true)`)
  }
}

/** Returns whether the user of the database may write settlements, which the worker signs. */
export async function mayWriteSettlements(db: Transaction): Promise<boolean> {
  const [row] = await db.$queryRaw<{ may: boolean }[]>`
    SELECT has_table_privilege('settlement_transactions', 'INSERT, UPDATE') AS may`
  return row?.may === true
}
