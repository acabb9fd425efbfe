import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The module that writes each table; everyone may read. */
const owners: Readonly<Record<string, readonly string[]>> = {
  orders: ['orders', 'order_quotes'],
  'app-data': ['app_data'],
  quotes: ['quotes', 'banned_accounts'],
  tokens: ['tokens', 'denied_tokens', 'tracked_tokens', 'token_transfers', 'token_holders'],
  liquidity: ['pools', 'vault_pools'],
  market: ['pool_swaps', 'pool_candles'],
  chain: ['indexed_blocks', 'cursors'],
  'chain-events': [
    ...['settlements', 'trades', 'order_invalidations', 'presignatures'],
    ...['order_placements', 'order_refunds'],
  ],
  settlements: [
    ...['settlement_transactions', 'settling_stops', 'short_episodes', 'shadow_settlements'],
  ],
  auctions: ['auctions', 'auction_prices', 'solutions', 'current_auctions'],
  // Deliveries are created in the transaction of their event, below the channels that send them.
  outbox: ['subscriptions', 'deliveries'],
  notifications: ['notifications', 'inboxes', 'announcements', 'announcement_reads'],
  channels: ['telegram_links'],
  sessions: ['sessions', 'sign_in_nonces'],
  http: ['cached_answers'],
  db: ['leaders', 'rate_limits'],
  operator: ['operator_actions'],
  affiliate: [
    ...['affiliates', 'affiliate_switches', 'affiliate_signatures', 'affiliate_days'],
    ...['referral_trades', 'referred_traders', 'referral_days', 'referral_payouts'],
    ...['account_fundings', 'funding_reads'],
  ],
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

test('every table has an owner', () => {
  expect([...names].filter((table) => !Object.values(owners).flat().includes(table))).toEqual([])
})

test('only its owner writes a table', () => {
  const foreign = sources.flatMap((path) => {
    const [module = ''] = path.split('/')
    const written = new Set(writesIn(readFileSync(`lib/${path}`, 'utf8')))
    return [...written]
      .filter((table) => !owners[module]?.includes(table))
      .map((table) => `lib/${path} writes ${table}`)
  })
  expect(foreign).toEqual([])
})
