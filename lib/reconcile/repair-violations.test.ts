import { beforeEach, describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { daySeconds } from '@/lib/core/time'
import { repairBlock } from '@/lib/settlements/indexing/repair-events'
import { operateOn } from '@/lib/testing/accounts/operator-fixture'
import { someOf } from '@/lib/testing/cases'
import {
  openReconcileFixture,
  type ReconcileFixture,
} from '@/lib/testing/reconcile/reconcile-fixture'
import { testWith } from '@/lib/testing/test'
import { repairViolations } from './repair-violations'

let fixture: ReconcileFixture
let ctx: Context

const test = testWith({ VOLUME_FEE_BPS: '20' })

test.beforeAll(async ({ solver }) => {
  fixture = await openReconcileFixture(solver)
  ctx = fixture.ctx
})
beforeEach(() => fixture.restore())

// The commands refuse to run without a configured database; they use the open one.
const operate = (line: string) =>
  operateOn({ ...ctx, config: { ...ctx.config, databaseUrl: 'postgresql://open' } }, line)

const leadership = { chainId: 1, epoch: 1n }
const repair = 'reconcile mainnet --repair --reason "a bad disk"'

describe('repairs from the chain', () => {
  test.for(
    someOf(
      [
        [
          'a missing trade',
          'DELETE FROM trades WHERE block_number = (SELECT max(block_number) FROM trades)',
        ],
        [
          'a trade of another amount',
          'UPDATE trades SET buy_amount = buy_amount + 1, owner = sell_token',
        ],
        [
          'a trade that is not on the chain',
          `INSERT INTO trades (chain_id, block_hash, log_index, block_number,
      timestamp, tx_hash, order_uid, owner, sell_token, buy_token, sell_amount, buy_amount, fee_amount, known_uid)
      SELECT chain_id, block_hash, 999, block_number, timestamp, tx_hash, order_uid, owner, sell_token, buy_token, sell_amount,
      buy_amount, fee_amount, known_uid FROM trades`,
        ],
        [
          'a settlement of another solver',
          `UPDATE settlements SET solver = '0x${'ee'.repeat(20)}'`,
        ],
        ['missing events', 'DELETE FROM presignatures; DELETE FROM order_invalidations'],
        ['a presignature with another meaning', 'UPDATE presignatures SET signed = NOT signed'],
        [
          'a state that does not follow from events',
          `UPDATE orders SET status = 'open', executed_buy = 0 WHERE status = 'fulfilled'`,
        ],
        [
          'a fill without its notification',
          `DELETE FROM notifications WHERE type = 'order_filled'`,
        ],
        [
          'other headers',
          `UPDATE indexed_blocks SET hash = '0x${'ab'.repeat(32)}'
      WHERE number = (SELECT max(number) - 1 FROM indexed_blocks)`,
        ],
      ],
      4,
    ),
  )('%s', { tags: ['long'] }, async ([, corrupt = '']) => {
    const before = await fixture.rows()
    for (const statement of corrupt.split(';')) await ctx.db.$executeRawUnsafe(statement)
    expect(await fixture.save()).not.toEqual([])
    expect(await operate(`${repair} --yes`)).toMatchObject({ code: 0, err: '' })
    expect(await repairViolations(ctx, leadership)).toBeGreaterThan(0)
    expect(await fixture.save()).toEqual([])
    expect(await fixture.rows()).toEqual(before)
  })
})

test('fills whose notifications are deleted as old are neither missed nor notified again', {
  tags: ['long-only'],
}, async () => {
  const old = { ...ctx, now: () => Date.now() + 401 * daySeconds * 1_000 }
  const { blockNumber } = await ctx.db.trade.findFirstOrThrow()
  await ctx.db.notification.deleteMany()
  expect(await fixture.broken()).toContain(11)
  expect(await fixture.broken(old)).not.toContain(11)
  await ctx.db.$executeRaw`DELETE FROM trades WHERE block_number = ${blockNumber}`
  expect(await repairBlock(old, leadership, blockNumber)).toBe(true)
  expect(await ctx.db.trade.count({ where: { blockNumber } })).toBeGreaterThan(0)
  expect(await ctx.db.notification.count()).toBe(0)
})

test('leaves what the chain cannot give back', async () => {
  await ctx.db.$executeRaw`UPDATE orders SET buy_amount = buy_amount + 1 WHERE status = 'open'`
  expect(await fixture.save()).toEqual([expect.stringMatching(/^5 order 0x/)])
  expect((await operate(`${repair} --yes`)).out).toBe('Nothing to change.\n')
})

test('a repair needs a reason, and changes nothing in a dry run', async () => {
  await ctx.db.$executeRaw`DELETE FROM presignatures`
  await fixture.save()
  expect(await operate('reconcile mainnet --repair')).toMatchObject({ code: 2 })
  const dry = await operate(`${repair} --dry-run`)
  expect(dry.out).toMatch(/repair +19: block [0-9]+ +a worker reads the block again/)
  expect(await repairViolations(ctx, leadership)).toBe(0)
})

test('an operator sees what holds and what does not', async () => {
  const sound = await operate('reconcile mainnet')
  expect(sound).toMatchObject({ code: 0, err: '' })
  expect(sound.out.match(/ holds$/gm)).toHaveLength(18)
  await ctx.db.$executeRaw`DELETE FROM presignatures`
  const { out } = await operate('reconcile mainnet --blocks 50')
  // Long cells wrap.
  expect(out).toMatch(/^19 .* block [0-9]+ +presignature at\b.* \S+Z +possible$/m)
  expect(out).toContain('is missing')
  expect(await operate('reconcile mainnet --blocks 0')).toMatchObject({ code: 2 })
  expect(await operate('reconcile base')).toMatchObject({ code: 2 })
})

test('another leader of the index repairs nothing', async () => {
  await ctx.db.$executeRaw`DELETE FROM presignatures`
  await fixture.save()
  await operate(`${repair} --yes`)
  await expect(repairViolations(ctx, { chainId: 1, epoch: 0n })).rejects.toMatchObject({
    code: 'Conflict',
  })
})
