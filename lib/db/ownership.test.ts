import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The tables that each module, or folder of a module, writes. The longest prefix of a path counts: files of
 * `tokens/policy` write what is listed for it, not what is listed for `tokens`. Other modules read in `*-query.ts`.
 */
const owners: Readonly<Record<string, readonly string[]>> = {
  'orders/placement': ['orders', 'order_quotes'],
  'orders/state': ['orders'],
  'app-data': ['app_data'],
  quotes: ['quotes', 'banned_accounts'],
  tokens: ['tokens'],
  'tokens/policy': ['denied_tokens'],
  'tokens/holders': ['tracked_tokens', 'token_transfers', 'token_holders'],
  'liquidity/pools': ['pools', 'vault_pools'],
  'market/indexing': ['pool_swaps'],
  'market/candles': ['pool_candles'],
  chain: ['indexed_blocks', 'cursors', 'node_splits'],
  'chain-events': [
    ...['settlements', 'trades', 'order_invalidations', 'presignatures'],
    ...['order_placements', 'order_refunds'],
  ],
  'settlements/submission': [
    ...['settlement_transactions', 'solver_transactions', 'settling_stops', 'shadow_settlements'],
  ],
  'settlements/books': ['settlement_costs', 'solver_accounts'],
  'settlements/verification': ['burners'],
  'settlements/lifecycle': ['short_episodes'],
  'auctions/competition': ['auctions', 'auction_prices', 'solutions', 'current_auctions'],
  outbox: ['subscriptions', 'deliveries'],
  notifications: ['notifications', 'inboxes', 'announcements', 'announcement_reads'],
  alerts: ['price_alerts'],
  reconcile: ['invariant_checks', 'invariant_violations', 'incidents', 'network_statuses'],
  channels: ['telegram_links'],
  sessions: ['sessions', 'sign_in_nonces'],
  http: ['cached_answers'],
  db: ['leaders', 'rate_limits'],
  operator: ['operator_actions'],
  'affiliate/registration': ['affiliates', 'affiliate_switches', 'affiliate_signatures'],
  'affiliate/attribution': [
    ...['referral_trades', 'referred_traders', 'referral_days', 'affiliate_days'],
  ],
  'affiliate/funding': ['account_fundings', 'funding_reads'],
  'affiliate/payouts': ['referral_payouts'],
}

const schema = readFileSync('prisma/schema.prisma', 'utf8')
/** Tables by the name of their Prisma delegate. */
const tables = new Map(
  [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(([, model = '', body = '']) => {
    const name = model.charAt(0).toLowerCase() + model.slice(1)
    return [name, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name] as const
  }),
)
const names = new Set(tables.values())

const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.includes('.test.') && !path.startsWith('testing/'),
)

function* writesIn(text: string): Generator<string> {
  const calls =
    /\.(\w+)\.(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\(/g
  for (const [, delegate = ''] of text.matchAll(calls)) {
    const table = tables.get(delegate)
    if (table) yield table
  }
  for (const [, table = ''] of text.matchAll(/(?:insert into|update|delete from)\s+"?(\w+)/gi)) {
    if (names.has(table)) yield table
  }
}

/**
 * The tables of other modules that a file reads: by Prisma calls, and by SQL statements whose first table is another
 * module's. A statement that writes, or begins at a table of the module's own, may join any table.
 */
function foreignReadsIn(text: string, module: string): Set<string> {
  const isForeign = (table: string) => !ownersOf(table).some((owner) => moduleOf(owner) === module)
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const called = [...code.matchAll(/\.(\w+)\s*\.(?:find\w+|count|aggregate|groupBy)\(/g)]
    .flatMap(([, delegate = '']) => tables.get(delegate) ?? [])
    .filter(isForeign)
  const joined = code.split('`').flatMap((statement) => {
    if (/\b(?:INSERT INTO|UPDATE|DELETE FROM)\s/.test(statement)) return []
    const read = [...statement.matchAll(/\b(?:FROM|JOIN)\s+"?(\w+)/g)]
      .map(([, table = '']) => table)
      .filter((table) => names.has(table))
    return read[0] && isForeign(read[0]) ? read.filter(isForeign) : []
  })
  return new Set([...called, ...joined])
}

const moduleOf = (path: string): string => path.split('/')[0] ?? ''
const ownersOf = (table: string): string[] =>
  Object.keys(owners).filter((owner) => owners[owner]?.includes(table))

/** The longest owner that a path begins with. */
const roomOf = (path: string): string =>
  Object.keys(owners)
    .filter((owner) => path.startsWith(`${owner}/`))
    .reduce((longest, owner) => (owner.length > longest.length ? owner : longest), '')

test('every table has an owner', () => {
  expect([...names].filter((table) => ownersOf(table).length === 0)).toEqual([])
})

test('only its owner writes a table', () => {
  const foreign = sources.flatMap((path) => {
    const written = new Set(writesIn(readFileSync(`lib/${path}`, 'utf8')))
    return [...written]
      .filter((table) => !owners[roomOf(path)]?.includes(table))
      .map((table) => `lib/${path} writes ${table}`)
  })
  expect(foreign).toEqual([])
})

test('a module reads the tables of others in files named *-query.ts', () => {
  const foreign = sources
    .filter((path) => !path.endsWith('-query.ts'))
    .flatMap((path) =>
      [...foreignReadsIn(readFileSync(`lib/${path}`, 'utf8'), moduleOf(path))].map(
        (table) => `lib/${path} reads ${table}`,
      ),
    )
  expect(foreign).toEqual([])
})

test('a query only reads', () => {
  const writing = sources
    .filter((path) => path.endsWith('-query.ts'))
    .filter((path) => [...writesIn(readFileSync(`lib/${path}`, 'utf8'))].length > 0)
  expect(writing).toEqual([])
})
