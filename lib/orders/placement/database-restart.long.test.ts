import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { migrate } from '@/lib/db/migrate'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { approve } from '@/lib/testing/chain/chain-actions'
import { listen } from '@/lib/testing/http/probes'
import { orderBody } from '@/lib/testing/orders/order-body'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

const count = 200

test('a database that is killed under load loses no accepted order, and is used again when it is back', {
  tags: ['long'],
}, async ({ network, onTestFinished }) => {
  const directory = await mkdtemp(join(tmpdir(), 'coincide-restart-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const open = (port?: number) =>
    startPostgres({
      dataDir: join(directory, 'postgres'),
      logFile: join(directory, 'postgres.log'),
      database: 'coincide',
      ...(port === undefined ? {} : { port }),
    })
  let server = await open()
  onTestFinished(() => server.stop())
  const url = server.url('coincide')
  await migrate(url)
  const ctx = createTestContext({
    url,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' },
  })
  const { server: web, url: address } = await listen(ctx, { endpoints })
  onTestFinished(async () => {
    web.closeAllConnections()
    web.close()
    await ctx.db.$disconnect()
  })
  const trader = network.accounts[1] ?? network.solver
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  const approval = { owner: trader.address, spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(network.rpcUrl, { token: sellToken, ...approval })
  const validTo = Math.floor(Date.now() / 1_000) + 1_200
  const accepted: string[] = []
  const others: { status: number; retryAfter: string | null }[] = []
  const place = async (index: number) => {
    const amounts = { sellAmount: 10n ** 12n + BigInt(index), buyAmount: 1n }
    const signed = await signTestOrder({ sellToken, buyToken, validTo, ...amounts }, trader)
    const response = await fetch(`${address}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: orderBody(signed),
    })
    const answer = await response.json()
    if (response.status === 201) accepted.push(answer)
    else others.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
  }
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status
  const pending: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    pending.push(place(index))
    await delay(15)
    if (index !== count / 2) continue
    await server.stop(0)
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    await Promise.all([1, 2, 3].map((more) => place(count + more)))
    server = await open(server.port)
  }
  await Promise.all(pending)
  await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(200)
  await place(count)
  // Each refusal says when to come again.
  expect(accepted.length).toBeGreaterThan(count / 4)
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([500]))
  expect(others.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
  expect(await ctx.db.order.count({ where: { uid: { in: accepted } } })).toBe(accepted.length)
})
