import { numberToHex } from 'viem'
import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { shadowOutcome } from '@/lib/settlements/reports/shadow-outcome'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { setPredeployAnswer } from '@/lib/testing/chain/data-fees'
import { startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { listPushablePools, pushPools, pushTransaction } from '@/lib/testing/chain/push-pool'
import { withNetwork } from '@/lib/testing/chain/with-network'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { followShadows } from './follow-shadows'
import { listShadowSettlements, type ShadowSettlement } from './shadow-store'

const ether = 10n ** 18n
const gwei = 10n ** 9n
let fixture: SolverFixture

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(({ solver }) => {
  fixture = solver
})
beforeEach(async () => {
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.ctx.db.shadowSettlement.deleteMany()
  await baseFee(gwei)
  await mine(1)
})

const openWorker = (
  environment: Readonly<Record<string, string>> = {},
  rpcUrl = fixture.network.rpcUrl,
): Context =>
  createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, rpcUrl]]),
    environment: {
      SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey,
      SETTLE: 'shadow',
      ...environment,
    },
  })
const mine = async (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) await fixture.rpc('evm_mine', [])
}
/** Sets the base fee of the next block. */
const baseFee = (fee: bigint) => fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(fee)])
/** Runs a round, which stores its settlement as the newest. */
async function settle(ctx: Context): Promise<ShadowSettlement> {
  await runRound(ctx, { chainId: 1, epoch: 1n })
  return newest()
}
async function newest(): Promise<ShadowSettlement> {
  const [settlement] = await listShadowSettlements(fixture.ctx.db, { chainId: 1, limit: 1 })
  if (!settlement) throw new Error('no settlement was stored')
  return settlement
}
async function follow(ctx: Context) {
  await followShadows(ctx, 1)
  const settlement = await newest()
  return { ...settlement, outcome: shadowOutcome(settlement) }
}
/** Moves the price of a settlement's first pool: a factor below 1 pays less for what the settlement sells. */
async function moveFirstPool({ plan }: ShadowSettlement, factor: number): Promise<Address> {
  const [hop] = plan?.hops ?? []
  const pool = (await listPushablePools(fixture.rpc)).find(({ address }) => address === hop?.pool)
  if (!hop || !pool) throw new Error('the settlement uses no pool that can be moved')
  const up = pool.tokens[0] === hop.tokenIn
  await pushPools(fixture.rpc, [pool], up ? factor : 1 / factor)
  return pool.address
}

/** Moves the price of WETH in all its pools, in one block. */
async function moveAll(factor: number): Promise<void> {
  const weth = fixture.token('WETH')
  const pools = await listPushablePools(fixture.rpc)
  await fixture.rpc('evm_setAutomine', [false])
  for (const isFirst of [true, false]) {
    const moved = pools.filter(({ tokens }) => tokens[isFirst ? 0 : 1] === weth)
    const swaps = await pushTransaction(fixture.rpc, moved, isFirst ? factor : 1 / factor)
    await fixture.rpc('eth_sendTransaction', [{ ...swaps, gas: numberToHex(swaps.gas ?? 0) }])
  }
  await fixture.rpc('evm_mine', [])
  await fixture.rpc('evm_setAutomine', [true])
}

describe('a settlement in shadow mode', () => {
  test('would be mined in the next block, at its base fee and tip', async () => {
    const ctx = openWorker()
    await fixture.place(1, {})
    const { blockNumber, tip, kept, gas } = await settle(ctx)
    await baseFee(gwei + gwei / 200n)
    await mine(4)
    const { outcome, endedAt, followed } = await follow(ctx)
    expect(endedAt).toBeInstanceOf(Date)
    expect(followed).toHaveLength(1)
    expect(outcome).toMatchObject({ end: 'mined', block: { block: Number(blockNumber) + 1 } })
    expect(outcome.spent).toBe(gas * (gwei + gwei / 200n + tip))
    // The pools are unchanged.
    expect(outcome.block?.moved).toEqual([])
    expect(outcome.kept).toBe(kept)
    expect(outcome.net).toBe(outcome.kept - outcome.owed - outcome.spent)
  })

  test('is undecided until a block follows', async () => {
    const ctx = openWorker()
    await fixture.place(2, {})
    await settle(ctx)
    expect((await follow(ctx)).outcome.end).toBe('pending')
    await mine(1)
    expect((await follow(ctx)).outcome.end).toBe('mined')
  })

  test('counts the fees that the contract owes its operator apart', async () => {
    const ctx = openWorker({ VOLUME_FEE_BPS: '50' })
    await fixture.place(3, {})
    const { kept } = await settle(ctx)
    await mine(1)
    const { outcome } = await follow(ctx)
    expect(outcome.owed).toBeGreaterThan(0n)
    expect(outcome.kept - outcome.owed).toBe(kept)
  })

  test('is valued at the prices of the pools of its block, of which it names those that moved', async () => {
    const ctx = openWorker()
    await fixture.place(4, { sellAmount: ether })
    const settlement = await settle(ctx)
    await moveAll(1.02)
    const { outcome } = await follow(ctx)
    expect(outcome.end).toBe('mined')
    const pools = new Set(settlement.plan?.hops.map(({ pool }) => pool))
    expect(outcome.block?.moved?.length).toBeGreaterThan(0)
    for (const { pool, bps, isShort } of outcome.block?.moved ?? []) {
      expect(pools).toContain(pool)
      expect(bps).toBeGreaterThan(100)
      expect(bps).toBeLessThan(210)
      expect(isShort).toBeUndefined()
    }
    // The pools pay more of the bought token than planned, which is worth less there.
    expect(outcome.kept).toBeGreaterThan(settlement.kept)
    expect(outcome.netThere).toBeLessThan(outcome.net)
  })

  test('reverts where a swap moves its pool beyond its slack, and pays for the gas', async () => {
    const ctx = openWorker()
    await fixture.place(5, { sellAmount: ether })
    const settlement = await settle(ctx)
    const pool = await moveFirstPool(settlement, 0.9)
    const { outcome } = await follow(ctx)
    expect(outcome).toMatchObject({ end: 'reverted', kept: 0n })
    expect(outcome.cause).toMatch(/^reverts: /)
    expect(outcome.block?.moved).toContainEqual(
      expect.objectContaining({ pool, isShort: true, bps: expect.any(Number) }),
    )
    expect(outcome.block?.failingOrders).toEqual([])
    expect(outcome.spent).toBeGreaterThan(50_000n * gwei)
    expect(outcome.net).toBe(-outcome.spent)
  })

  test('names the order whose owner withdrew the tokens', async () => {
    const ctx = openWorker()
    const order = await fixture.place(6, {})
    await settle(ctx)
    await fixture.rpc('anvil_dealERC20', [order.owner, order.sellToken, '0x0'])
    await mine(1)
    const { outcome } = await follow(ctx)
    expect(outcome).toMatchObject({ end: 'reverted', block: { failingOrders: [order.uid] } })
  })

  test('is dropped by private endpoints where it reverts, and costs nothing', async () => {
    const ctx = openWorker({ SUBMIT_URL_1: 'private,http://127.0.0.1:9' })
    const order = await fixture.place(7, {})
    const { blockNumber, deadlineBlock } = await settle(ctx)
    expect(deadlineBlock).toBe(blockNumber + 5n)
    await fixture.rpc('anvil_dealERC20', [order.owner, order.sellToken, '0x0'])
    await mine(1)
    expect((await follow(ctx)).outcome.end).toBe('pending')
    await mine(1)
    const { outcome, followed } = await follow(ctx)
    expect(followed).toHaveLength(2)
    expect(outcome).toMatchObject({ end: 'withdrawn', spent: 0n, net: 0n })
  })

  test('is late if the base fee stays above the cap of its fees until its deadline', async () => {
    const ctx = openWorker({ MAX_GAS_PRICE_GWEI: '5' })
    await fixture.place(8, {})
    const { blockNumber } = await settle(ctx)
    for (let block = 0; block < 6; block += 1) {
      await baseFee(10n * gwei)
      await mine(1)
    }
    const { outcome, followed } = await follow(ctx)
    expect(outcome).toMatchObject({ end: 'late', spent: 0n, net: 0n })
    expect(followed).toEqual([
      {
        block: Number(blockNumber) + 5,
        tooDear: expect.objectContaining({
          since: Number(blockNumber) + 1,
          baseFee: String(10n * gwei),
        }),
      },
    ])
  })

  test('waits through a spike of the base fee, and is mined once its fees were raised', {
    tags: ['long-only'],
  }, async () => {
    const ctx = openWorker()
    await fixture.place(9, {})
    const { id, blockNumber, maxFee } = await settle(ctx)
    // As one that keeps far more than its gas costs.
    await ctx.db.shadowSettlement.update({ where: { id }, data: { feeCap: String(50n * gwei) } })
    for (let block = 0; block < 4; block += 1) {
      await baseFee(10n * gwei)
      await mine(1)
      await follow(ctx)
    }
    const { outcome, followed } = await follow(ctx)
    expect(maxFee).toBeLessThan(10n * gwei)
    expect(followed).toMatchObject([
      { block: Number(blockNumber) + 2, tooDear: { since: Number(blockNumber) + 1 } },
      { block: Number(blockNumber) + 3 },
    ])
    expect(outcome.end).toBe('mined')
    expect(BigInt(outcome.block?.price ?? 0)).toBeGreaterThan(10n * gwei)
  })

  test('pays the fee for its data at that block', async () => {
    await setPredeployAnswer(fixture.network.rpcUrl, 'op-stack', 10n ** 13n)
    const ctx = withNetwork(openWorker(), { dataFee: 'op-stack' })
    await fixture.place(1, {})
    await settle(ctx)
    await mine(1)
    const { outcome } = await follow(ctx)
    const { gas = 0, price = 0, dataFee } = outcome.block ?? {}
    // The L1 fee and the operator fee.
    expect(dataFee).toBe(String(2n * 10n ** 13n))
    expect(outcome.spent).toBe(BigInt(gas) * BigInt(price) + 2n * 10n ** 13n)
  })

  test('is unknown once the node may have dropped the state of its block', async () => {
    const ctx = openWorker()
    await fixture.place(2, {})
    await settle(ctx)
    await fixture.rpc('anvil_mine', [numberToHex(80)])
    expect((await follow(ctx)).outcome).toMatchObject({
      ...{ end: 'unknown', cause: 'its state was not kept', net: 0n },
    })
  })
})

describe('following', () => {
  test('asks a node little, and nothing once a settlement is decided', async () => {
    const node = await startNodeProxy(fixture.network.rpcUrl)
    onTestFinished(node.close)
    const ctx = openWorker({}, node.url)
    await fixture.place(3, {})
    await settle(ctx)
    await mine(3)
    node.calls.clear()
    await follow(ctx)
    const asked = [...node.calls.values()].reduce((sum, count) => sum + count, 0)
    expect(asked).toBeLessThanOrEqual(10)
    expect(node.calls.get('eth_feeHistory')).toBe(1)
    expect(node.calls.get('eth_simulateV1')).toBe(1)
    node.calls.clear()
    await followShadows(ctx, 1)
    expect([...node.calls]).toEqual([])
  })

  test('logs an internal error and reports it as one', async () => {
    const ctx = openWorker()
    await fixture.place(3, {})
    const { id, trades } = await settle(ctx)
    await mine(1)
    await ctx.db.shadowSettlement.update({
      where: { id },
      data: { trades: trades.map((trade) => ({ ...trade, sellAmount: 'no amount' })) },
    })
    const logged = vi.spyOn(ctx.log, 'error')
    const { outcome } = await follow(ctx)
    expect(outcome).toMatchObject({ end: 'unknown', cause: 'internal error: see the log' })
    const error = expect.any(SyntaxError)
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ error }), expect.any(String))
  })

  test('continues with newer settlements although the node fails to simulate an older one', async () => {
    const ctx = openWorker()
    await fixture.place(4, {})
    const older = await settle(ctx)
    await fixture.place(5, {})
    await settle(ctx)
    await mine(4)
    let passedMs = 0
    const failing: Context = {
      ...ctx,
      now: () => ctx.now() + passedMs,
      chain: (chainId) => {
        const { client, ...chain } = ctx.chain(chainId)
        const request = async (call: Parameters<typeof client.request>[0]): Promise<unknown> => {
          if (!JSON.stringify(call).includes(older.callData)) return client.request(call as never)
          // The node times out only after the whole round.
          passedMs += 3_000
          throw new Error('the node is overloaded')
        }
        return { ...chain, client: { ...client, request: request as typeof client.request } }
      },
    }
    const ends = async () =>
      (await listShadowSettlements(ctx.db, { chainId: 1, limit: 2 }))
        .reverse()
        .map((settlement) => shadowOutcome(settlement).end)
    await followShadows(failing, 1)
    expect(await ends()).toEqual(['pending', 'pending'])
    await followShadows(failing, 1)
    expect(await ends()).toEqual(['pending', 'mined'])
    await followShadows(ctx, 1)
    expect(await ends()).toEqual(['mined', 'mined'])
  })

  test('stops a slow round between settlements, and continues in the next one', {
    tags: ['long-only'],
  }, async () => {
    const ctx = openWorker()
    for (const account of [8, 9]) {
      await fixture.place(account, {})
      await settle(ctx)
    }
    await mine(2)
    const decided = async () => ctx.db.shadowSettlement.count({ where: { endedAt: { not: null } } })
    const before = await decided()
    let calls = 0
    // Each read of the clock takes 1.6 seconds.
    const slow: Context = { ...ctx, now: () => ctx.now() + 1_600 * calls++ }
    await followShadows(slow, 1)
    expect(await decided()).toBeLessThan(2)
    await followShadows(ctx, 1)
    expect(await decided()).toBe(2)
    expect(before).toBeLessThan(2)
  })
})
