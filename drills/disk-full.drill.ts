import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { expect } from 'vitest'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { openDatabase } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { approve } from '@/lib/testing/chain/chain-actions'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { startWebProcess } from '@/lib/testing/http/start-web-process'
import { orderBody } from '@/lib/testing/orders/order-body'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { skipAbsent } from '@/lib/testing/programs'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

test('a full disk refuses writes, serves reads, loses nothing, and needs no restart', {
  timeout: 600_000,
}, async ({ freshNetwork: network, onTestFinished, task, skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'coincide-disk-'))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk])
  if (mounted.status !== 0) skipAbsent({ task, skip }, 'the right to mount a disk')
  onTestFinished(() => void spawnSync('umount', ['-l', disk]))
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    logFile: join(folder, 'log'),
  })
  onTestFinished(() => server.stop())
  const { uid, gid } = await stat(join(folder, 'postgres/cluster'))
  await mkdir(join(disk, 'tables'))
  await chown(join(disk, 'tables'), uid, gid)
  const admin = new Client({ connectionString: server.url('postgres') })
  await admin.connect()
  await admin.query(`CREATE TABLESPACE small LOCATION '${join(disk, 'tables')}'`)
  await admin.query('CREATE DATABASE small TABLESPACE small')
  await admin.end()
  const url = server.url('small')
  await migrate(url)
  const db = openDatabase({ url, connections: 2 })
  onTestFinished(() => db.$disconnect())

  const environment = {
    DATABASE_URL: url,
    RPC_URL_1: network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    SETTLE: 'on',
    SOLVER_PRIVATE_KEY: network.solver.privateKey,
    WRITES_PER_SECOND: '0',
    READS_PER_SECOND: '0',
    MAX_OPEN_LIMIT_ORDERS: '0',
  }
  const web = await startWebProcess(environment)
  onTestFinished(() => web.stop())
  const workers = openWorkers(environment)
  onTestFinished(() => workers.kill())
  await workers.start()
  const trader = network.accounts[1] ?? network.solver
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  const approval = { owner: trader.address, spender: defaultVaultRelayer, amount: maxUint256 }
  await approve(network.rpcUrl, { token: sellToken, ...approval })
  const acknowledged: string[] = []
  let count = 0n
  const place = async () => {
    count += 1n
    const validTo = Math.floor(Date.now() / 1_000) + 1_200
    const amounts = { sellAmount: 10n ** 15n + count, buyAmount: 1n }
    const signed = await signTestOrder({ sellToken, buyToken, validTo, ...amounts }, trader)
    const response = await fetch(`${web.url}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: orderBody(signed),
    })
    const answer = await response.json()
    if (response.status === 201) acknowledged.push(answer)
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  const list = () => fetch(`${web.url}/api/v1/account/${trader.address}/orders`)
  const settled = async () =>
    (await db.order.count({ where: { uid: { in: acknowledged }, status: 'fulfilled' } })) ===
    acknowledged.length
  expect((await place()).status).toBe(201)
  await until(settled)

  await writeFile(join(disk, 'filler'), Buffer.alloc(64 * 2 ** 20)).catch(() => {})
  let refused = await place()
  // Pages that are not full yet still take rows.
  for (let turn = 0; refused.status === 201 && turn < 500; turn += 1) refused = await place()
  expect(refused).toEqual({ status: 500, retryAfter: '2' })
  expect((await list()).status).toBe(200)
  await delay(5_000)
  expect((await list()).status).toBe(200)

  await rm(join(disk, 'filler'))
  await until(async () => (await place()).status === 201)
  await until(settled)
  expect(await db.order.count()).toBe(acknowledged.length)
  expect(await db.trade.count()).toBe(acknowledged.length)
})
