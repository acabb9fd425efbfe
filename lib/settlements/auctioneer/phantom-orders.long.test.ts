import { numberToHex } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Database } from '@/lib/db/database'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { NewOrder } from '@/lib/orders/order-record'
import { findRoute } from '@/lib/routing/find-route'
import { notifyShortOrders } from '@/lib/settlements/lifecycle/notify-short-orders'
import { openSolverFixture, type SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

const chainId = 1
const phantoms = { orders: 20_000, owners: 2_000, tokens: 2_000 }
/** Rounds of each kind; the median counts. */
const rounds = 9
/** Orders that wait for their price; with the new one, a usual round has 50. */
const waiting = 49

/** Answers every call with 2^127: any account holds the token, and has approved anybody. */
const generousToken = `0x6f${'80'.padEnd(32, '0')}60005260206000f3`

const tokenAt = (index: number): Address =>
  `0x${(0xfa_0000 + index).toString(16).padStart(40, '0')}`

test('a round among 20,000 phantom orders takes at most twice the usual time', async ({
  network,
  openDatabase,
}) => {
  const databases = [await openDatabase(), await openDatabase()]
  const environment = { EMBEDDED_CHAIN_IDS: '' }
  const [usual, flooded] = await Promise.all(
    databases.map(({ db }) => openSolverFixture({ network, db, environment })),
  )
  if (!usual || !flooded) throw new Error('no fixtures')
  await usual.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(10n ** 8n)])
  for (let index = 0; index < phantoms.tokens; index += 1) {
    await usual.rpc('anvil_setCode', [tokenAt(index), generousToken])
  }
  for (const fixture of [usual, flooded]) {
    await repeat(() => discoverPools(fixture.ctx, { chainId }), Boolean)
    for (let index = 0; index < waiting; index += 1) await placeSwap(fixture, index, 200n)
    // The first round reads all pools.
    await settleSwap(fixture)
  }
  await placePhantoms(flooded.ctx.db, await placeSwap(flooded, 0, 200n))
  const unread = await compareRounds(usual, flooded)
  await flooded.ctx.db.$executeRaw`
    UPDATE orders SET exclusion = CASE WHEN sell_token LIKE '0x000000%' THEN '{"code":"tokenNotTraded"}'::jsonb
      ELSE '{"code":"insufficientBalance"}' END WHERE signature = '0x'`
  const read = await compareRounds(usual, flooded)
  process.stdout.write(
    `a round among 20,000 phantom orders not read before: ${unread.text}; read: ${read.text}\n`,
  )
  expect(unread.ratio).toBeLessThanOrEqual(2)
  expect(read.ratio).toBeLessThanOrEqual(2)
})

/** Alternates rounds, since the speed of the machine varies, and compares their medians. */
async function compareRounds(usual: SolverFixture, flooded: SolverFixture) {
  const times: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push([await settleSwap(usual), await settleSwap(flooded)])
  }
  const [usualMs, floodedMs] = [median(times.map(([ms]) => ms)), median(times.map(([, ms]) => ms))]
  const ratio = floodedMs / usualMs
  return { ratio, text: `${floodedMs.toFixed(0)} ms, usual ${usualMs.toFixed(0)} ms` }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Settles a new swap in the next round, and returns what the round took in milliseconds. */
async function settleSwap(fixture: SolverFixture): Promise<number> {
  const { ctx, settle, index: indexChain, filled } = fixture
  const order = await placeSwap(fixture, 1, 98n)
  const start = performance.now()
  const { state, ...funds } = await settle()
  const ms = performance.now() - start
  await notifyShortOrders(ctx, { chainId, epoch: 1n, ...funds })
  expect(state).toBe('mined')
  expect(await filled(order)).toBe(order.sellAmount)
  await indexChain()
  return ms
}

let placed = 0n

/** Places an order that asks for a percentage of what the pools pay. */
async function placeSwap(
  { ctx, token, place }: SolverFixture,
  index: number,
  percent: bigint,
): Promise<NewOrder> {
  const [sellToken, buyToken] = [token('WETH'), token('USDC')]
  // The stages share their accounts, so the amounts tell their orders apart.
  const sellAmount = 10n ** 17n + placed++
  const { pools } = await readPools(ctx, { chainId, tokens: [sellToken, buyToken] })
  const offered = findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
  return place(index % 8, {
    sellToken,
    buyToken,
    sellAmount,
    buyAmount: (offered * percent) / 100n,
  })
}

/** Copies an order with other uids and owners: half sell a made-up token, half buy one without having what they sell. */
async function placePhantoms(db: Database, { uid }: NewOrder): Promise<void> {
  const columns = (
    await db.$queryRaw<{ name: string }[]>`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'orders'
        AND column_name NOT IN ('uid', 'owner', 'sell_token', 'buy_token', 'signature', 'exclusion')`
  ).map(({ name }) => `"${name}"`)
  const hex = (number: string, bytes: number) =>
    `'0x' || lpad(to_hex(${number}), ${2 * bytes}, '0')`
  const madeUp = hex(`i % ${phantoms.tokens} + ${0xfa_0000}`, 20)
  await db.$executeRawUnsafe(`
    INSERT INTO orders (uid, owner, sell_token, buy_token, signature, exclusion, ${columns.join()})
    SELECT ${hex('i', 56)}, ${hex(`i % ${phantoms.owners} + 1`, 20)},
      CASE WHEN i % 4 < 2 THEN ${madeUp} ELSE sell_token END,
      CASE WHEN i % 4 < 2 THEN buy_token ELSE ${madeUp} END, '0x', NULL, ${columns.join()}
    FROM orders, generate_series(1, ${phantoms.orders}) i WHERE uid = '${uid}'`)
  await db.$executeRaw`ANALYZE orders`
}
