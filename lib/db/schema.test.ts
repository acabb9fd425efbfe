import { describe, expect } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { databaseErrorCode, isUniqueViolation } from './database'
import { driftScript } from './migrate'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

describe('the migrations', () => {
  test('produce exactly the schema', async () => {
    expect(await driftScript(database.url)).toBe('')
  })

  test('drift is detected', async ({ freshDatabase }) => {
    await freshDatabase.db.$executeRaw`alter table banned_accounts drop column reason`
    expect(await driftScript(freshDatabase.url)).toContain('ADD COLUMN     "reason"')
  })

  test('include the constraints that Prisma cannot express', async () => {
    const rows = await database.db.$queryRaw<{ line: string }[]>`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
        and conrelid <> '_prisma_migrations'::regclass`
    await expect(join(rows)).toMatchFileSnapshot('schema.snapshot/constraints.txt')
  })

  test('include the indexes, also partial ones', async () => {
    const rows = await database.db.$queryRaw<{ line: string }[]>`
      select pg_get_indexdef(indexrelid) as line from pg_index
      join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and relname not like '\_prisma%'`
    await expect(join(rows)).toMatchFileSnapshot('schema.snapshot/indexes.txt')
  })
})

const join = (rows: { line: string }[]) =>
  `${rows
    .map((row) => row.line)
    .sort()
    .join('\n')}\n`

const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`
const uid = (digit: string) => `0x${digit.repeat(112)}`
const maxAmount = (2n ** 256n - 1n).toString()

const rows = {
  app_data: { hash: hash('1'), document: '{}' },
  orders: {
    uid: uid('1'),
    chain_id: 1,
    owner: address('1'),
    sell_token: address('2'),
    buy_token: address('3'),
    sell_amount: '100',
    buy_amount: '90',
    valid_to: 4294967295,
    true_valid_to: 4294967295,
    app_data: hash('0'),
    fee_amount: '5',
    kind: 'sell',
    partially_fillable: true,
    sell_token_balance: 'erc20',
    buy_token_balance: 'erc20',
    signing_scheme: 'eip712',
    signature: '0x',
    settlement_contract: address('4'),
    created_at: '2026-01-01T00:00:00Z',
  },
  tokens: { chain_id: 1, address: address('1'), decimals: 18, updated_at: '2026-01-01T00:00:00Z' },
  pools: {
    chain_id: 1,
    address: address('1'),
    protocol: 'uniswap_v2',
    factory: address('f'),
    token0: address('9'),
    token1: address('a'),
    fee_ppm: 3000,
    created_block: 1,
  },
  vault_pools: {
    chain_id: 1,
    pool_id: hash('1'),
    factory: address('f'),
    tokens: [address('9'), address('a'), address('b')],
    created_block: 1,
  },
  pool_swaps: {
    chain_id: 1,
    block_hash: hash('1'),
    log_index: 0,
    block_number: 10,
    timestamp: 600,
    pool: address('1'),
    amount0: '100',
    amount1: '-99',
    price: 0.99,
    depth0: maxAmount,
    depth1: '0',
  },
  pool_candles: {
    chain_id: 1,
    pool: address('1'),
    seconds: 300,
    at: 600,
    open: 1.5,
    high: 2,
    low: 1,
    close: 1.5,
    volume0: maxAmount,
    volume1: '0',
    depth0: '1',
    depth1: '1',
    swaps: 1,
  },
  tracked_tokens: { chain_id: 1, address: address('1'), from_block: 0 },
  token_transfers: {
    chain_id: 1,
    block_hash: hash('1'),
    log_index: 0,
    block_number: 10,
    token: address('1'),
    sender: address('0'),
    recipient: address('2'),
    amount: maxAmount,
  },
  cached_answers: {
    key: 'getUsdPrice:1',
    answer: '{}',
    computed_at: '2026-01-01T00:00:00Z',
    useless_at: '2026-01-01T00:00:00Z',
  },
  token_holders: { chain_id: 1, token: address('1'), holder: address('2'), balance: maxAmount },
  affiliates: {
    wallet_address: address('1'),
    code: 'ABC_-9',
    signed_message: '0x00',
    created_at: '2026-01-01T00:00:00Z',
    reward_amount: 1,
    trigger_volume: 1,
    volume_cap: 0,
    time_cap_days: 1,
    affiliate_percent: 50,
    trader_percent: 40,
    dao_percent: 10,
  },
  cursors: { chain_id: 1, name: 'indexer', block_number: -1 },
  auctions: {
    id: 1,
    chain_id: 1,
    block_number: 10,
    block_hash: hash('1'),
    deadline_block: 13,
    input: '\\x1f8b',
    created_at: '2026-01-01T00:00:00Z',
  },
  solutions: {
    id: 1,
    auction_id: 1,
    solver: 'naive',
    solver_address: address('1'),
    score: '1',
    ranking: 1,
    is_winner: true,
    filtered_out: false,
    clearing_prices: '{}',
    orders: '[]',
    gas: 1,
  },
  settlement_transactions: {
    id: 1,
    chain_id: 1,
    solver_address: address('1'),
    nonce: 0,
    tx_hash: hash('1'),
    raw_transaction: '0x02',
    state: 'sent',
    epoch: 1,
    order_uids: [uid('1')],
    deadline_block: 13,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  },
} as const

type Table = keyof typeof rows

/** Inserts the table's valid row with some columns replaced. */
function insert(table: Table, changes: Record<string, unknown> = {}): Promise<number> {
  const row = JSON.stringify({ ...rows[table], ...changes })
  const columns = Object.keys({ ...rows[table], ...changes }).join(', ')
  return database.db.$executeRawUnsafe(
    `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1::json)`,
    row,
  )
}

describe('the database', () => {
  test('accepts valid rows at the limits of their ranges', async () => {
    for (const table of Object.keys(rows) as Table[]) expect(await insert(table)).toBe(1)
  })

  test.each<[string, Table, Record<string, unknown>]>([
    ['a document over 8192 bytes', 'app_data', { document: 'é'.repeat(4097) }],
    ['a hash of 31 bytes', 'app_data', { hash: `0x${'1'.repeat(62)}` }],
    ['an address in capitals', 'orders', { owner: address('A') }],
    ['an address of 19 bytes', 'orders', { sell_token: `0x${'1'.repeat(38)}` }],
    ['an address with a line feed', 'orders', { owner: `${address('1')}\n` }],
    ['an order uid of 55 bytes', 'orders', { uid: `0x${'1'.repeat(110)}` }],
    ['an expiry beyond uint32', 'orders', { valid_to: 4294967296 }],
    ['an odd signature', 'orders', { signature: '0x123' }],
    ['a negative amount', 'orders', { sell_amount: '-1' }],
    ['an amount over the uint256 maximum', 'orders', { buy_amount: (2n ** 256n).toString() }],
    ['an amount that is no number', 'orders', { fee_amount: 'NaN' }],
    ['more sold than was signed', 'orders', { executed_sell: '106' }],
    ['more bought than was signed', 'orders', { kind: 'buy', executed_buy: '91' }],
    ['a bought amount that is no number', 'orders', { executed_buy: 'NaN' }],
    ['256 decimals', 'tokens', { decimals: 256 }],
    ['tokens of a pool in the wrong order', 'pools', { token0: address('b') }],
    ['a pool fee over the whole', 'pools', { fee_ppm: 1_000_001 }],
    ['a vault pool of one token', 'vault_pools', { tokens: [address('9')] }],
    ['a candle between two steps', 'pool_candles', { at: 601 }],
    ['a candle of another length', 'pool_candles', { seconds: 60 }],
    ['a candle that closes above its high', 'pool_candles', { close: 2.5 }],
    ['a candle that opens below its low', 'pool_candles', { open: 0.5 }],
    ['a candle without swaps', 'pool_candles', { swaps: 0 }],
    ['a price of zero', 'pool_swaps', { price: 0 }],
    ['an infinite price', 'pool_swaps', { price: 'Infinity' }],
    ['a price that is no number', 'pool_swaps', { price: 'NaN' }],
    ['a transfer over the uint256 maximum', 'token_transfers', { amount: `${maxAmount}0` }],
    [
      'an answer useless before it was computed',
      'cached_answers',
      { useless_at: '2025-12-31T00:00:00Z' },
    ],
    ['a balance that is no number', 'token_holders', { balance: 'NaN' }],
    ['an affiliate code in small letters', 'affiliates', { code: 'abcde' }],
    ['an affiliate code of four', 'affiliates', { code: 'ABCD' }],
    ['terms that split more than a reward', 'affiliates', { dao_percent: 11 }],
    ['a reward for no volume at all', 'affiliates', { trigger_volume: 0 }],
    ['a cursor before the chain', 'cursors', { block_number: -2 }],
    ['an auction that ends before it starts', 'auctions', { deadline_block: 9 }],
    ['a ranking of zero', 'solutions', { ranking: 0 }],
    ['a winner that was filtered out', 'solutions', { filtered_out: true }],
    ['a mined transaction without a block', 'settlement_transactions', { state: 'mined' }],
    ['a transaction without orders', 'settlement_transactions', { order_uids: [] }],
  ])('rejects %s', async (_, table, changes) => {
    const error: unknown = await insert(table, changes).catch((reason: unknown) => reason)
    expect(['23514', '22003']).toContain(databaseErrorCode(error))
  })

  test('allows a solver one pending transaction', async () => {
    const second = { id: 2, tx_hash: hash('2'), nonce: 1 }
    const error = await insert('settlement_transactions', second).catch((reason) => reason)
    expect(isUniqueViolation(error)).toBe(true)
    await database.db.$executeRaw`update settlement_transactions set state = 'failed'`
    expect(await insert('settlement_transactions', second)).toBe(1)
  })

  test('allows several winners of an auction in one transaction, but no loser', async () => {
    const settled = { transaction_id: 1 }
    expect(await insert('solutions', { id: 2, ranking: 2, ...settled })).toBe(1)
    expect(await insert('solutions', { id: 3, ranking: 3, ...settled })).toBe(1)
    const loser = { id: 4, ranking: 4, is_winner: false, ...settled }
    const error = await insert('solutions', loser).catch((reason) => reason)
    expect(databaseErrorCode(error)).toBe('23514')
  })
})
