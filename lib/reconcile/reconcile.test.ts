import { beforeEach, describe, expect } from 'vitest'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import { type AuctionInput, packInput } from '@/lib/auctions/replay/auction-input'
import type { Context } from '@/lib/context'
import { someOf } from '@/lib/testing/cases'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import {
  openReconcileFixture,
  type ReconcileFixture,
} from '@/lib/testing/reconcile/reconcile-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { watched } from './reconcile'

let fixture: ReconcileFixture
let ctx: Context
let mainnet: TestNetwork

const test = testWith({ VOLUME_FEE_BPS: '20' })

test.beforeAll(async ({ solver, network }) => {
  mainnet = network
  fixture = await openReconcileFixture(solver)
  ctx = fixture.ctx
})
beforeEach(() => fixture.restore())

/** Replaces the stored input of the newest auction. */
async function changeInput(change: (input: AuctionInput) => AuctionInput): Promise<void> {
  const { id } = await ctx.db.auction.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const input = await findAuctionInput(ctx.db, id)
  if (!input) throw new Error('the auction is not stored')
  await ctx.db.auction.update({ where: { id }, data: { input: await packInput(change(input)) } })
}

const settlementRow = (solver: string, state: string) => `
  INSERT INTO settlement_transactions (chain_id, solver_address, nonce, tx_hash, raw_transaction, state, epoch, order_uids,
    deadline_block, block_number, created_at, updated_at)
  SELECT 1, '0x${solver.repeat(40)}', 7, '0x${solver.repeat(64)}', '0x00', '${state}', 1, ARRAY[uid], 9, ${state === 'mined' ? 5 : 'NULL'}, now(), now()
  FROM orders WHERE status = 'open' LIMIT 1`

const overdue = (attempts: number) => `
  INSERT INTO subscriptions (account, channel, label, target_key, target, types, confirmed)
  SELECT account, 'webhook', 'a', 'k', 't', '{order_filled}', true FROM notifications LIMIT 1;
  INSERT INTO deliveries (notification_id, subscription_id, attempts, due_at)
  SELECT n.id, s.id, ${attempts}, now() - interval '2 minutes' FROM notifications n, subscriptions s LIMIT 1`

/** What breaks an invariant: SQL, or a change by code. */
const corruptions: readonly (readonly [number, string, string | (() => Promise<void>)])[] = [
  [
    1,
    'another executed amount',
    `UPDATE orders SET executed_buy = executed_buy + 1 WHERE status = 'fulfilled'`,
  ],
  [
    1,
    'a trade that the contract did not count',
    `INSERT INTO trades (chain_id, block_hash, log_index, block_number,
    timestamp, tx_hash, order_uid, owner, sell_token, buy_token, sell_amount, buy_amount, fee_amount, known_uid)
    SELECT chain_id, block_hash, 999, block_number, timestamp, tx_hash, order_uid, owner, sell_token, buy_token, sell_amount,
    buy_amount, fee_amount, known_uid FROM trades`,
  ],
  [2, 'half of a fill-or-kill order', 'UPDATE trades SET sell_amount = floor(sell_amount / 2)'],
  [
    3,
    'a missing trade',
    'DELETE FROM trades WHERE block_number = (SELECT max(block_number) FROM trades)',
  ],
  [3, 'a trade of another amount', 'UPDATE trades SET buy_amount = buy_amount + 1'],
  [4, 'a fill below its limit', 'UPDATE trades SET buy_amount = 0'],
  [
    5,
    'an order with other terms',
    `UPDATE orders SET buy_amount = buy_amount + 1 WHERE status = 'open'`,
  ],
  [
    6,
    'a filled order that is open',
    `UPDATE orders SET status = 'open' WHERE status = 'fulfilled'`,
  ],
  [
    6,
    'a cancelled order that is expired',
    `UPDATE orders SET status = 'expired' WHERE status = 'cancelled'`,
  ],
  [
    7,
    'an order of an account banned before',
    `INSERT INTO banned_accounts
    SELECT owner, 'x', now() - interval '1 day' FROM orders WHERE status = 'fulfilled'`,
  ],
  [
    7,
    'an order that its owner cannot pay for alone',
    () =>
      changeInput((input) => ({
        ...input,
        auction: {
          ...input.auction,
          orders: input.auction.orders.map(({ charge: _, ...entry }) => ({
            ...entry,
            order: { ...entry.order, sellAmount: entry.order.sellAmount * 10n ** 9n },
          })),
        },
      })),
  ],
  [
    7,
    'a settlement that draws more than its owner can pay',
    `UPDATE solutions
    SET orders = jsonb_set(orders, '{0,sellAmount}', '"9000000000000000000000000000000000000"') WHERE is_winner`,
  ],
  [
    8,
    'an order in two unfinished settlements',
    `${settlementRow('a', 'sent')}; ${settlementRow('b', 'prepared')}`,
  ],
  [
    8,
    'a nonce that is used twice',
    `${settlementRow('a', 'mined')};
    ${settlementRow('b', 'mined').replace(`'0x${'b'.repeat(40)}'`, `'0x${'a'.repeat(40)}'`)}`,
  ],
  [9, 'another score', 'UPDATE solutions SET score = score + 1'],
  [
    9,
    'another clearing price',
    `UPDATE solutions SET clearing_prices = (SELECT jsonb_object_agg(key, '1')
    FROM jsonb_each(clearing_prices)) WHERE is_winner`,
  ],
  [
    9,
    'a better solution that was left out',
    `INSERT INTO solutions (auction_id, solver, solver_address, score, ranking,
    is_winner, filtered_out, clearing_prices, orders, gas)
    SELECT auction_id, solver, solver_address, score * 2 + 10, 99, false, false, clearing_prices, orders, gas
    FROM solutions WHERE is_winner`,
  ],
  [
    10,
    'other gains than those of the receipt',
    `UPDATE settlements
    SET kept = jsonb_set(kept, '{0,amount}', '"77"') WHERE jsonb_array_length(kept) > 0`,
  ],
  [
    10,
    'a settlement that nobody compared',
    `UPDATE settlement_transactions
    SET checked_at = NULL, created_at = now() - interval '1 hour'`,
  ],
  [11, 'a fill without its notification', `DELETE FROM notifications WHERE type = 'order_filled'`],
  [
    11,
    'a notification without its fill',
    `INSERT INTO notifications (id, chain_id, account, type, message, metadata, order_uid,
    created_at) SELECT '0xfe', chain_id, account, type, message, metadata, order_uid, created_at
    FROM notifications WHERE type = 'order_filled' LIMIT 1`,
  ],
  [
    13,
    'a signature by another key',
    `UPDATE affiliates SET wallet_address = '0x${'ee'.repeat(20)}';
    UPDATE affiliate_signatures SET wallet_address = '0x${'ee'.repeat(20)}'`,
  ],
  [13, 'a signature that no use is stored of', 'DELETE FROM affiliate_signatures'],
  [
    14,
    'a quote that expires before it was made',
    `INSERT INTO quotes (chain_id, trader, sell_token, buy_token, kind, sell_amount,
    buy_amount, fee_amount, gas_amount, gas_price, sell_token_price, signing_scheme, verified, block_number, created_at, expiration)
    SELECT 1, owner, sell_token, buy_token, kind, 1, 1, 1, 1, 1, 1, 'eip712', true, 1, now(), now() FROM orders LIMIT 1`,
  ],
  [
    14,
    'an order with other amounts than its quote',
    `INSERT INTO quotes (id, chain_id, trader, sell_token, buy_token, kind,
    sell_amount, buy_amount, fee_amount, gas_amount, gas_price, sell_token_price, signing_scheme, verified, block_number, created_at,
    expiration) SELECT 77, 1, owner, sell_token, buy_token, kind, 1, 1, 1, 1, 1, 1, 'eip712', true, 1, now(), now() + interval '1 h'
    FROM orders WHERE status = 'open' LIMIT 1;
    UPDATE orders SET quote_id = 77 WHERE status = 'open';
    INSERT INTO order_quotes (order_uid, sell_amount, buy_amount, fee_amount, gas_amount, gas_price, sell_token_price, verified)
    SELECT uid, 2, 1, 1, 1, 1, 1, true FROM orders WHERE status = 'open'`,
  ],
  [15, 'a changed document', `UPDATE app_data SET document = '{"version":"1.1.0"}'`],
  [15, 'a missing document', 'DELETE FROM app_data'],
  [
    16,
    'another hash of the tip',
    `UPDATE indexed_blocks SET hash = '0x${'ab'.repeat(32)}'
    WHERE number = (SELECT max(number) FROM indexed_blocks)`,
  ],
  [
    16,
    'a broken link of headers',
    `UPDATE indexed_blocks SET parent_hash = '0x${'ab'.repeat(32)}'`,
  ],
  [17, 'an overdue delivery without a job', overdue(0)],
  [17, 'a delivery that was tried too often', overdue(9)],
  [18, 'a write by an epoch that nobody led', 'UPDATE settlement_transactions SET epoch = 5'],
  [
    18,
    'a write by an older epoch',
    `UPDATE leaders SET epoch = 9;
    UPDATE settlement_transactions SET epoch = 9 WHERE id = (SELECT min(id) FROM settlement_transactions)`,
  ],
  [19, 'a missing presignature', 'DELETE FROM presignatures'],
  [19, 'a missing invalidation', 'DELETE FROM order_invalidations'],
  [19, 'a settlement of another solver', `UPDATE settlements SET solver = '0x${'ee'.repeat(20)}'`],
  [
    19,
    'an event that is not on the chain',
    `INSERT INTO presignatures SELECT chain_id, block_hash, 888, block_number, timestamp,
    tx_hash, order_uid, owner, signed FROM presignatures`,
  ],
]

test('an honest history breaks no invariant', async () => {
  expect(await fixture.broken()).toEqual([])
})

test('every watched invariant is corrupted in a test', () => {
  expect([...new Set(corruptions.map(([invariant]) => invariant))]).toEqual(watched)
})

describe('finds', () => {
  test.for(someOf(corruptions, 8))('%i: %s', { tags: ['long'] }, async ([invariant, , corrupt]) => {
    if (typeof corrupt === 'function') await corrupt()
    else for (const statement of corrupt.split(';')) await ctx.db.$executeRawUnsafe(statement)
    expect(await fixture.broken()).toContain(invariant)
  })
})

test('an index that is behind the head', async () => {
  await ctx.db.indexedBlock.updateMany({ data: { timestamp: 1n } })
  // Headers with other times are those of the same blocks.
  const { number } = await ctx.db.indexedBlock.findFirstOrThrow({ orderBy: { number: 'desc' } })
  await ctx.db.indexedBlock.deleteMany({ where: { number: { gt: number - 4n } } })
  expect(await fixture.broken()).toEqual([16])
})

describe('with two nodes', () => {
  const contextOf = (urls: readonly string[]) =>
    createTestContext({
      db: ctx.db,
      rpcUrls: new Map([[1, urls.join()]]),
      environment: { SOLVER_PRIVATE_KEY: mainnet.solver.privateKey },
    })

  test('reads the second one', async ({ nodes: [first, second] }) => {
    const two = contextOf([first.url, second.url])
    first.behave({ forge: { eth_getLogs: () => [] } })
    expect(await fixture.broken(two)).toEqual([])
    first.behave({})
    second.behave({ forge: { eth_getLogs: () => [] } })
    expect(await fixture.broken(two)).toEqual([3, 19])
  })

  test('reads the first one while the second one is down', async ({ nodes: [first, second] }) => {
    const two = contextOf([first.url, second.url])
    second.behave({ isDown: true })
    await expect(fixture.broken(two)).rejects.toThrow()
    expect(await fixture.broken(two)).toEqual([])
  })
})
