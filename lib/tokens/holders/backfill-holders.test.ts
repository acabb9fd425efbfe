import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { TrackedToken } from '@/lib/core/tracked-tokens'
import { getTestAccount } from '@/lib/devnet/accounts'
import { indexMarket } from '@/lib/market/indexing/index-market'
import {
  holderLeadership,
  openHolderDesk,
  type TestCall,
} from '@/lib/testing/market/holder-fixture'
import { balanceKey, findStorageSlots } from '@/lib/tokens/find-storage-slots'
import { backfillHolders } from './backfill-holders'
import { findTopHolders } from './find-top-holders'

const desk = openHolderDesk({ symbols: ['DAI', 'WETH', 'stETH'] })
const accountOf = (index: number): Address => getTestAccount(index).address

function transfer(symbol: string, from: number, to: number, amount: bigint): TestCall {
  const args = [accountOf(to), amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { from: accountOf(from), to: desk.token(symbol), data }
}

const step = (ctx: Context = desk.ctx) => backfillHolders(ctx, holderLeadership)

const waiting = () => desk.db.trackedToken.count({ where: { live: false } })

describe('holders of new tokens', () => {
  test('are read on where a killed process was', async () => {
    const token = desk.token('DAI')
    for (let count = 0; count < 4; count += 1) {
      await desk.send(transfer('DAI', count, count + 1, 10n ** 18n))
      await desk.mine(60)
    }
    await desk.index()
    const counts: number[] = []
    for (let steps = 0; (await waiting()) > 0 || steps === 0; steps += 1) {
      const row = await desk.db.trackedToken.findFirst({ where: { address: token } })
      counts.push(Number(row?.readTo ?? -1n))
      // What a process knows by itself goes with it; the next one has to ask for few blocks.
      desk.ctx.memo.clear()
      desk.ctx.memo.set(`holders ${token}:range:1`, { blocks: 50 })
      // It is killed when the balances are written, but nothing else.
      const ctx = tracking([{ address: token, fromBlock: 0n }])
      await expect(step({ ...ctx, db: dyingDatabase(ctx) })).rejects.toThrow('killed')
      await step(ctx)
    }
    expect(counts.length).toBeGreaterThan(4)
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b))
    expect(await desk.told(token)).toEqual(await desk.held(token))
  })

  test('miss nothing and count nothing twice while the chain and the index go on', async () => {
    const going = new AbortController()
    const again = async (work: () => Promise<unknown>) => {
      // A step that crosses another is refused, and made again.
      while (!going.signal.aborted) {
        await work().catch(() => undefined)
        await delay(Math.random() * 10)
      }
    }
    const loops = [again(() => indexMarket(desk.ctx, holderLeadership)), again(() => step())]
    for (let count = 0; count < 16; count += 1) {
      await desk.send(transfer('DAI', count % 10, (count * 7) % 10, 10n ** 15n))
    }
    going.abort()
    await Promise.all(loops)
    await desk.index()
    await desk.backfill()
    for (const symbol of ['DAI', 'WETH']) {
      expect(await desk.told(desk.token(symbol))).toEqual(await desk.held(desk.token(symbol)))
    }
    expect(await desk.rows()).toEqual(await desk.freshRows())
  })

  test('are those of the configuration where no network is embedded, from its block on', async () => {
    const token = desk.token('DAI')
    const head = await desk.ctx.chain(1).client.getBlockNumber()
    await desk.send(transfer('DAI', 0, 1, 5n))
    await desk.index()
    const ctx = tracking([{ address: token, fromBlock: head + 1n }])
    while ((await step(ctx)) === 'again');
    const rows = await desk.db.tokenHolder.findMany({ where: { token } })
    expect(rows.map(({ holder, balance }) => [holder, balance.toFixed()]).sort()).toEqual(
      [
        [accountOf(0), '-5'],
        [accountOf(1), '5'],
      ].sort(),
    )
    const earlier = tracking([{ address: token, fromBlock: 0n }])
    while ((await step(earlier)) === 'again');
    expect(await desk.told(token)).toEqual(await desk.held(token))
    await step(tracking([]))
    expect(await desk.db.tokenHolder.count()).toBe(0)
  })

  test('are those of all known tokens of an embedded network, listed or not', async () => {
    const token = desk.token('stETH')
    await desk.db.token.updateMany({ where: { address: token }, data: { listed: false } })
    await desk.index()
    await desk.backfill()
    expect(await desk.told(token)).toEqual(await desk.held(token))
    expect(Object.keys(await desk.told(token))).not.toEqual([])
  })

  test('are written by the leader only', async () => {
    await desk.index()
    await desk.db.leader.updateMany({ data: { epoch: 2n } })
    await expect(step()).rejects.toMatchObject({ code: 'Conflict' })
    expect(await desk.db.tokenHolder.count()).toBe(0)
  })
})

describe('holders', () => {
  test.each([1, 5, 63])(
    'after a reorganisation of depth %i are those of a fresh index, row for row',
    async (depth) => {
      await desk.mine(70)
      await desk.index()
      await desk.backfill()
      await desk.send(transfer('DAI', 0, 1, 10n ** 18n))
      await desk.send(transfer('WETH', 2, 3, 10n ** 16n))
      await desk.mine(depth)
      await desk.index()
      const before = await desk.rows()
      const other = transfer('DAI', 4, 5, 1_000_000n)
      await desk.reorganise(depth + 1, [[other, depth]])
      await desk.index()
      expect(await desk.rows()).not.toEqual(before)
      expect(await desk.rows()).toEqual(await desk.freshRows())
      for (const symbol of ['DAI', 'WETH']) {
        expect(await desk.told(desk.token(symbol))).toEqual(await desk.held(desk.token(symbol)))
      }
    },
  )

  test('of a token that changes balances without a transfer are asked of its contract', async () => {
    const token = desk.token('DAI')
    await desk.index()
    await desk.backfill()
    const slots = await findStorageSlots(desk.ctx, { chainId: 1, address: token })
    const [holder] = Object.keys(await desk.told(token)) as Address[]
    const key = balanceKey(holder ?? '0x', slots?.balanceSlot ?? 0)
    await desk.rpc('anvil_setStorageAt', [token, key, pad(toHex(12_345n), { size: 32 })])
    await desk.mine(1)
    await desk.index()
    desk.ctx.clock.advance(61_000)
    await desk.backfill()
    const unfaithful = await desk.db.trackedToken.findMany({ where: { faithful: false } })
    expect(unfaithful.map(({ address }) => address).sort()).toEqual(
      [token, desk.token('stETH')].sort(),
    )
    const told = await desk.told(token)
    expect(told).toEqual(await desk.held(token))
    expect(told[holder ?? '0x']).toBe(12_345n)
  })

  test('are not told while they are still being read, nor once the index stands', async () => {
    const question = { chainId: 1, token: desk.token('DAI'), limit: 10 }
    await desk.index()
    await step()
    expect(await waiting()).toBeGreaterThan(0)
    const slow = await desk.db.trackedToken.findFirstOrThrow({ where: { live: false } })
    const early = findTopHolders(desk.ctx, { ...question, token: slow.address as Address })
    await expect(early).rejects.toMatchObject({ code: 'InternalServerError' })
    await desk.backfill()
    desk.ctx.clock.advance(3_600_000)
    expect(await findTopHolders(desk.ctx, question)).toBeDefined()
    await desk.mine(1)
    const late = findTopHolders(desk.ctx, question)
    await expect(late).rejects.toMatchObject({ code: 'InternalServerError', retryAfterSeconds: 2 })
  })
})

/** A network that is not embedded, of which these tokens are configured. */
function tracking(tokens: readonly TrackedToken[]): Context {
  const { config } = desk.ctx
  return {
    ...desk.ctx,
    config: { ...config, embeddedChainIds: [], trackedTokens: new Map([[1, tokens]]) },
  }
}

/** A database that ends transactions when they come to tell how far a token is read. */
function dyingDatabase({ db }: Context): Context['db'] {
  const update = () => Promise.reject(new Error('killed'))
  return db.$extends({ query: { trackedToken: { update } } }) as unknown as Context['db']
}
