import { type ChildProcess, fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltStage, openBuiltStage } from '@/bench/load/built-stage'
import { median } from '@/bench/load/measure'
import { payerOf, signSubmissions } from '@/bench/load/order-submissions'
import { getNetwork } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { freePort } from '@/lib/devnet/processes/free-port'

// The first quarter warms up: code is compiled, caches and connection pools fill.
const minutes = Number(process.env.MEMORY_MINUTES ?? 20)
const sampleMs = Math.min(10_000, minutes * 1_500)
const workers = 4
const payer = payerOf(getTestAccount(1).privateKey)
const { wrappedNative } = getNetwork(1)

let stage: BuiltStage
let web: ChildProcess
let url: string

beforeAll(async () => {
  stage = await openBuiltStage(payer.address)
  await startWeb()
}, 600_000)
afterAll(async () => {
  web?.kill('SIGTERM')
  await stage?.close()
})

/** Starts the built web process, which reports its memory after a garbage collection on request. */
async function startWeb(): Promise<void> {
  const hook = join(stage.folder, 'hook.cjs')
  await writeFile(
    hook,
    "process.on('message', () => { globalThis.gc(); globalThis.gc(); process.send(process.memoryUsage()) })",
  )
  const port = await freePort()
  const limits = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
  web = fork('dist/web.js', {
    execArgv: ['--expose-gc', '--require', hook],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...limits,
      NODE_ENV: 'production',
      MAX_OPEN_LIMIT_ORDERS: '0',
      PORT: String(port),
      DATABASE_URL: stage.database.url,
      RPC_URL_1: stage.network.rpcUrl,
    },
  })
  url = `http://127.0.0.1:${port}`
  for (const start = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    if (Date.now() - start > 60_000) throw new Error('the web process did not come up')
  }
}

function sample(): Promise<NodeJS.MemoryUsage> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the web process ended'))
    web.once('exit', onExit)
    web.once('message', (usage) => {
      web.off('exit', onExit)
      resolve(usage as NodeJS.MemoryUsage)
    })
    web.send('sample')
  })
}

const statuses = new Map<string, number>()

async function send(name: string, method: string, path: string, body?: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, headers, body: body ?? null })
  const text = await response.text()
  const key = `${name} ${response.status}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  return text
}

/** Sends one request of each kind: an order placed and read, a quote, and several invalid ones. */
async function runMix(): Promise<void> {
  const buyToken = stage.network.tokens.USDC ?? '0x'
  const [submission] = signSubmissions([payer], { count: 1, buyToken })
  const placed = await send('place', 'POST', '/api/v1/orders', submission?.body)
  const uid = JSON.parse(placed)
  for (let read = 0; read < 10; read++) await send('read', 'GET', `/api/v1/orders/${uid}`)
  await send('list', 'GET', `/api/v1/account/${payer.address}/orders`)
  await send('repeat', 'POST', '/api/v1/orders', submission?.body)
  const quote = { kind: 'sell', sellAmountBeforeFee: '1000000000000000', from: payer.address }
  const request = JSON.stringify({ ...quote, sellToken: wrappedNative, buyToken })
  await send('quote', 'POST', '/api/v1/quote', request)
  await send('broken', 'POST', '/api/v1/orders', '{"sellToken":')
  await send('large', 'POST', '/api/v1/orders', JSON.stringify({ note: 'x'.repeat(200_000) }))
  await send('unknown', 'GET', `/api/v1/orders/0x${'00'.repeat(56)}`)
  await send('nowhere', 'GET', `/mainnet/api/v1/nothing/${Math.random()}`)
}

test(`the web process holds its memory under ${minutes} minutes of mixed load`, {
  timeout: (minutes + 5) * 60_000,
}, async () => {
  const end = Date.now() + minutes * 60_000
  const load = Array.from({ length: workers }, async () => {
    while (Date.now() < end) await runMix()
  })
  const samples: NodeJS.MemoryUsage[] = []
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, sampleMs))
    samples.push(await sample())
  }
  await Promise.all(load)
  console.log(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
  for (const kind of ['rss', 'heapUsed'] as const) {
    const values = samples.map((usage) => usage[kind] / 2 ** 20)
    const quarter = Math.floor(values.length / 4)
    const before = median(values.slice(quarter, 2 * quarter))
    const after = median(values.slice(-quarter))
    console.log(
      `${kind}: ${before.toFixed(1)} MB after warming up, ${after.toFixed(1)} MB at the end`,
    )
    expect(after / before).toBeLessThan(1.1)
  }
  const wrong = [...statuses.keys()].filter((key) => / 5\d\d$/.test(key))
  expect(wrong).toEqual([])
  expect([...statuses.keys()].sort()).toEqual([
    'broken 400',
    'large 413',
    'list 200',
    'nowhere 404',
    'place 201',
    'quote 200',
    'read 200',
    'repeat 400',
    'unknown 404',
  ])
})
