import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, pad, toHex } from 'viem'
import { describe, expect } from 'vitest'
import { rangeWidths } from '@/lib/chain/range-width'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { TrackedToken } from '@/lib/core/settings/tracked-tokens'
import { getTestAccount } from '@/lib/devnet/accounts'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { someOf } from '@/lib/testing/cases'
import {
  type HolderFixture,
  holderLeadership,
  type TestCall,
} from '@/lib/testing/market/holder-fixture'
import { test as base } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { balanceKey, findStorageSlots } from '@/lib/tokens/find-storage-slots'
import { backfillHolders } from './backfill-holders'
import { findTopHolders } from './find-top-holders'

const test = base.extend('holderOptions', { scope: 'file' }, { symbols: ['DAI', 'WETH', 'stETH'] })

let fixture: HolderFixture

test.beforeEach(({ holders }) => {
  fixture = holders
})
const accountOf = (index: number): Address => getTestAccount(index).address

function transfer(symbol: string, from: number, to: number, amount: bigint): TestCall {
  const args = [accountOf(to), amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { from: accountOf(from), to: fixture.token(symbol), data }
}

const step = (ctx: Context = fixture.ctx) => backfillHolders(ctx, holderLeadership)

const waiting = () => fixture.db.trackedToken.count({ where: { live: false } })

describe('backfill of new tokens', () => {
  test('resumes where a killed process stopped', { tags: ['long-only'] }, async () => {
    const token = fixture.token('DAI')
    for (let count = 0; count < 4; count += 1) {
      await fixture.send(transfer('DAI', count, count + 1, 10n ** 18n))
      await fixture.mine(60)
    }
    await fixture.index()
    const counts: number[] = []
    for (let steps = 0; (await waiting()) > 0 || steps === 0; steps += 1) {
      const row = await fixture.db.trackedToken.findFirst({ where: { address: token } })
      counts.push(Number(row?.readTo ?? -1n))
      // In-process state dies with the process; the next one must learn to request few blocks.
      fixture.ctx.slots.clear()
      rangeWidths.set(fixture.ctx, { blocks: 50 }, `holders ${token}:1`)
      // Killed after the balances are written, but before anything else.
      const ctx = tracking([{ address: token, fromBlock: 0n }])
      await expect(step({ ...ctx, db: dyingDatabase(ctx) })).rejects.toThrow('killed')
      await step(ctx)
    }
    expect(counts.length).toBeGreaterThan(4)
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b))
    expect(await fixture.served(token)).toEqual(await fixture.held(token))
  })

  test('misses nothing and counts nothing twice while the chain and the index advance', {
    tags: ['long-only'],
  }, async () => {
    const going = new AbortController()
    const again = async (work: () => Promise<unknown>) => {
      // A step that conflicts with another is rejected, and retried.
      while (!going.signal.aborted) {
        await work().catch(() => undefined)
        await delay(Math.random() * 10)
      }
    }
    const loops = [again(() => indexMarket(fixture.ctx, holderLeadership)), again(() => step())]
    for (let count = 0; count < 16; count += 1) {
      await fixture.send(transfer('DAI', count % 10, (count * 7) % 10, 10n ** 15n))
    }
    going.abort()
    await Promise.all(loops)
    await fixture.index()
    await fixture.backfill()
    for (const symbol of ['DAI', 'WETH']) {
      expect(await fixture.served(fixture.token(symbol))).toEqual(
        await fixture.held(fixture.token(symbol)),
      )
    }
    expect(await fixture.rows()).toEqual(await fixture.freshRows())
  })

  test('tracks the configured tokens from their start block on a network that is not embedded', {
    tags: ['long-only'],
  }, async () => {
    const token = fixture.token('DAI')
    const head = await fixture.ctx.chain(1).client.getBlockNumber()
    await fixture.send(transfer('DAI', 0, 1, 5n))
    await fixture.index()
    const ctx = tracking([{ address: token, fromBlock: head + 1n }])
    await repeat(
      () => step(ctx),
      (state) => state !== 'again',
    )
    const rows = await fixture.db.tokenHolder.findMany({ where: { token } })
    expect(rows.map(({ holder, balance }) => [holder, balance.toFixed()]).sort()).toEqual(
      [
        [accountOf(0), '-5'],
        [accountOf(1), '5'],
      ].sort(),
    )
    const earlier = tracking([{ address: token, fromBlock: 0n }])
    await repeat(
      () => step(earlier),
      (state) => state !== 'again',
    )
    expect(await fixture.served(token)).toEqual(await fixture.held(token))
    await step(tracking([]))
    expect(await fixture.db.tokenHolder.count()).toBe(0)
  })

  test('tracks all known tokens of an embedded network, listed or not', {
    tags: ['long-only'],
  }, async () => {
    const token = fixture.token('stETH')
    await fixture.db.token.updateMany({ where: { address: token }, data: { listed: false } })
    await fixture.index()
    await fixture.backfill()
    expect(await fixture.served(token)).toEqual(await fixture.held(token))
    expect(Object.keys(await fixture.served(token))).not.toEqual([])
  })

  test('is written by the leader only', async () => {
    await fixture.index()
    await fixture.db.leader.updateMany({ data: { epoch: 2n } })
    await expect(step()).rejects.toMatchObject({ code: 'Conflict' })
    expect(await fixture.db.tokenHolder.count()).toBe(0)
  })
})

describe('top holders', () => {
  test.each(someOf([63, 1, 5]))(
    'equal those of a fresh index after a reorg of depth %i, row for row',
    { tags: ['long'] },
    async (depth) => {
      await fixture.mine(70)
      await fixture.index()
      await fixture.backfill()
      await fixture.send(transfer('DAI', 0, 1, 10n ** 18n))
      await fixture.send(transfer('WETH', 2, 3, 10n ** 16n))
      await fixture.mine(depth)
      await fixture.index()
      const before = await fixture.rows()
      const other = transfer('DAI', 4, 5, 1_000_000n)
      await fixture.reorganise(depth + 1, [[other, depth]])
      await fixture.index()
      expect(await fixture.rows()).not.toEqual(before)
      expect(await fixture.rows()).toEqual(await fixture.freshRows())
      for (const symbol of ['DAI', 'WETH']) {
        expect(await fixture.served(fixture.token(symbol))).toEqual(
          await fixture.held(fixture.token(symbol)),
        )
      }
    },
  )

  test('of an unfaithful token are read from its contract', async () => {
    const token = fixture.token('DAI')
    await fixture.index()
    await fixture.backfill()
    const slots = await findStorageSlots(fixture.ctx, { chainId: 1, address: token })
    const [holder] = Object.keys(await fixture.served(token)) as Address[]
    const key = balanceKey(holder ?? '0x', slots?.balanceSlot ?? 0)
    await fixture.rpc('anvil_setStorageAt', [token, key, pad(toHex(12_345n), { size: 32 })])
    await fixture.mine(1)
    await fixture.index()
    fixture.ctx.clock.advance(61_000)
    await fixture.backfill()
    const unfaithful = await fixture.db.trackedToken.findMany({ where: { faithful: false } })
    expect(unfaithful.map(({ address }) => address).sort()).toEqual(
      [token, fixture.token('stETH')].sort(),
    )
    const answer = await fixture.served(token)
    expect(answer).toEqual(await fixture.held(token))
    expect(answer[holder ?? '0x']).toBe(12_345n)
  })

  test('are not served during the backfill, nor once the index is stale', async () => {
    const question = { chainId: 1, token: fixture.token('DAI'), limit: 10 }
    await fixture.index()
    await step()
    expect(await waiting()).toBeGreaterThan(0)
    const slow = await fixture.db.trackedToken.findFirstOrThrow({ where: { live: false } })
    const early = findTopHolders(fixture.ctx, { ...question, token: slow.address as Address })
    await expect(early).rejects.toMatchObject({ code: 'InternalServerError' })
    await fixture.backfill()
    fixture.ctx.clock.advance(3_600_000)
    expect(await findTopHolders(fixture.ctx, question)).toBeDefined()
    await fixture.mine(1)
    const late = findTopHolders(fixture.ctx, question)
    await expect(late).rejects.toMatchObject({ code: 'InternalServerError', retryAfterSeconds: 2 })
  })
})

/** A network that is not embedded, configured to track these tokens. */
function tracking(tokens: readonly TrackedToken[]): Context {
  const { config } = fixture.ctx
  return {
    ...fixture.ctx,
    config: { ...config, embeddedChainIds: [], trackedTokens: new Map([[1, tokens]]) },
  }
}

/** A database whose transactions abort when they save a token's checkpoint. */
function dyingDatabase({ db }: Context): Context['db'] {
  const update = () => Promise.reject(new Error('killed'))
  return db.$extends({ query: { trackedToken: { update } } }) as unknown as Context['db']
}
