import { once } from 'node:events'
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import { everywhere } from '@/lib/core/identity'
import { maxPriceAlerts, type PriceTarget } from '@/lib/core/price-alert'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { readInbox, readNotifications } from '@/lib/notifications/read-notifications'
import { listPushablePools, pushPools } from '@/lib/testing/chain/push-pool'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { accountOf, channelEnvironment, subscribe } from '@/lib/testing/channels/delivery-fixture'
import { urlAs } from '@/lib/testing/database-roles'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat, until } from '@/lib/testing/until'
import { checkPriceAlerts } from './check-price-alerts'
import {
  addPriceAlert,
  armPriceAlert,
  readPriceAlerts,
  removePriceAlert,
} from './manage-price-alerts'

const chainId = 1
let database: TestDatabase
let network: TestNetwork
let rpc: Rpc
let accounts = 0
let account = accountOf(0)

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  rpc = createRpc(network.rpcUrl)
  await repeat(() => discoverPools(openContext(), { chainId }), Boolean)
})

beforeEach(() => {
  accounts += 1
  account = accountOf(accounts)
})

/** The context of a process that has just started, at a time in Unix milliseconds. */
function openContext(now?: number) {
  return createTestContext({
    db: database.db,
    rpcUrls: new Map([[chainId, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: String(chainId), ...channelEnvironment },
    ...(now === undefined ? {} : { now }),
  })
}

const weth = () => openContext().chain(chainId).network.wrappedNative

async function priceOf(token = weth()): Promise<number> {
  return (await findUsdPrice(openContext(), { chainId, token }))?.usd ?? Number.NaN
}

/** Multiplies the price of WETH in all pools. */
async function pushPrice(factor: number): Promise<void> {
  for (const isFirst of [true, false]) {
    const all = await listPushablePools(rpc)
    const pools = all.filter(({ tokens }) => tokens[isFirst ? 0 : 1] === weth())
    await pushPools(rpc, pools, isFirst ? factor : 1 / factor)
  }
}

const add = (target: PriceTarget, token = weth()) =>
  addPriceAlert(openContext(), everywhere(account), { chainId, token, ...target })

const check = () => checkPriceAlerts(openContext(), chainId)

const inbox = async () => {
  const page = { limit: 100 }
  return (await readInbox(openContext(), everywhere(account), page)).notifications
}

describe('a price alert', () => {
  test.beforeEach(async ({ freshNetwork }) => {
    expect(freshNetwork.rpcUrl).toBe(network.rpcUrl)
    // A reverted chain continues at the time of its snapshot, whose prices are old.
    await rpc('anvil_setTime', [Math.floor(Date.now() / 1_000)])
  })

  test('fires once, however many workers check, and again only when armed again', async () => {
    const limitUsd = (await priceOf()) * 1.1
    const { id } = await add({ condition: 'above', limitUsd })
    await subscribe(openContext(), {
      ...{ url: 'http://localhost:1/alerts', account, types: ['price_alert'] },
    })
    await check()
    expect(await inbox()).toEqual([])

    await pushPrice(1.2)
    await Promise.all(Array.from({ length: 8 }, check))
    await check()
    const [told, ...others] = await inbox()
    expect(others).toEqual([])
    expect(told).toMatchObject({ type: 'price_alert', account, isRead: false })
    expect(told?.message).toMatch(
      /^Price alert: WETH is above \$[\d,.]+ on Ethereum, at \$[\d,.]+\.$/,
    )
    expect(told?.metadata).toMatchObject({ chainId, token: weth(), condition: 'above', limitUsd })
    const sent = await database.db.delivery.findMany({ where: { subscription: { account } } })
    expect(sent.map(({ notificationId }) => notificationId)).toEqual([told?.id])
    const [fired] = await readPriceAlerts(openContext(), everywhere(account))
    expect(fired).toMatchObject({ id, fired: { usd: expect.closeTo(await priceOf(), 6) } })

    await pushPrice(0.8)
    await armPriceAlert(
      openContext(),
      { id, ...everywhere(account) },
      { condition: 'above', limitUsd },
    )
    await check()
    expect(await inbox()).toHaveLength(1)
    await pushPrice(1.2)
    await check()
    expect(await inbox()).toHaveLength(2)
  })

  test('is never told in public', async () => {
    await add({ condition: 'below', limitUsd: (await priceOf()) * 0.9 })
    await pushPrice(0.8)
    await check()
    expect(await inbox()).toHaveLength(1)
    expect(await readNotifications(openContext(), account, { limit: 100 })).toEqual([])
  })

  test('is not fired by an old price', async () => {
    const price = await priceOf()
    await add({ condition: 'above', limitUsd: price * 1.1 })
    await pushPrice(1.2)
    const later = openContext(Date.now() + 700_000)
    expect(await checkPriceAlerts(later, chainId)).toEqual({ fired: 0, isComplete: true })
    expect(await check()).toEqual({ fired: 1, isComplete: true })
  })

  test('of a token whose price cannot be read delays no other', async () => {
    await add({ condition: 'above', limitUsd: (await priceOf()) * 1.1 }, nativeToken)
    const unread = { account, chainId, token: `0x${'f0'.repeat(20)}`, condition: 'above' } as const
    const data = { ...unread, limitUsd: 1, createdAt: new Date() }
    await database.db.priceAlert.create({ data })
    await pushPrice(1.2)
    expect((await check()).fired).toBe(1)
  })

  test('that is removed tells nothing', async () => {
    const { id } = await add({ condition: 'above', limitUsd: (await priceOf()) * 1.1 })
    await removePriceAlert(openContext(), { id, ...everywhere(account) })
    await pushPrice(1.2)
    expect((await check()).fired).toBe(0)
  })

  test.each(['alert-before-commit', 'alert-after-commit'] as const)(
    'fires exactly once when the worker is killed at %s',
    { tags: ['long-only'] },
    async (point) => {
      await add({ condition: 'above', limitUsd: (await priceOf()) * 1.1 })
      const workers = openWorkers({
        ...channelEnvironment,
        EMBEDDED_CHAIN_IDS: String(chainId),
        DATABASE_URL: urlAs(database.url, 'worker'),
        [`RPC_URL_${chainId}`]: network.rpcUrl,
      })
      onTestFinished(() => workers.kill())
      await pushPrice(1.2)
      const [, signal] = await once(await workers.start(point), 'exit')
      expect(signal, `${point} was reached`).toBe('SIGKILL')
      await workers.start()
      await until(async () => (await inbox()).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      expect(await inbox()).toHaveLength(1)
    },
  )
})

describe('adding a price alert', () => {
  test('refuses a price that is reached, a token without price, and another network', async () => {
    const price = await priceOf()
    await expect(add({ condition: 'above', limitUsd: price / 2 })).rejects.toMatchObject({
      code: 'BadRequest',
    })
    await expect(add({ condition: 'below', limitUsd: price * 2 })).rejects.toMatchObject({
      code: 'BadRequest',
    })
    const unpriced = `0x${'12'.repeat(20)}` as const
    await expect(add({ condition: 'above', limitUsd: 1 }, unpriced)).rejects.toMatchObject({
      code: 'NotFound',
    })
    const elsewhere = { account, networks: [100] }
    const wish = { chainId, token: weth(), condition: 'above', limitUsd: 1e9 } as const
    await expect(addPriceAlert(openContext(), elsewhere, wish)).rejects.toMatchObject({
      code: 'BadRequest',
    })
  })

  test('takes fifty of an account, also when many are added at once', async () => {
    const target = { condition: 'above', limitUsd: 1e9 } as const
    const added = await Promise.allSettled(
      Array.from({ length: maxPriceAlerts + 5 }, () => add(target)),
    )
    const refused = added.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array(5).fill('Conflict'))
    expect(await readPriceAlerts(openContext(), everywhere(account))).toHaveLength(maxPriceAlerts)
  })

  test('hides the alerts of other accounts and networks', async () => {
    const { id } = await add({ condition: 'above', limitUsd: 1e9 })
    const others = [everywhere(accountOf(9_999)), { account, networks: [100] }]
    for (const other of others) {
      expect(await readPriceAlerts(openContext(), other)).toEqual([])
      await expect(removePriceAlert(openContext(), { id, ...other })).rejects.toMatchObject({
        code: 'NotFound',
      })
    }
  })
})
