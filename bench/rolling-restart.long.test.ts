import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { publicTypes } from '@/lib/core/notification'
import { getTestAccount } from '@/lib/devnet/accounts'
import { freePort } from '@/lib/devnet/processes/free-port'
import { type Balancer, startBalancer } from '@/lib/testing/http/balancer'
import { readEvents } from '@/lib/testing/http/event-reader'
import { until } from '@/lib/testing/until'
import { type BuiltStage, openBuiltStage } from './load/built-stage'
import { quantile } from './load/measure'
import { payerOf, signSubmissions } from './load/order-submissions'

const requestsPerSecond = 100
/** On a machine too slow for the rate, requests are left out rather than queued: overload has answers of its own. */
const maxPending = 32
const payer = payerOf(getTestAccount(1).privateKey)
const { wrappedNative } = getNetwork(1)

let stage: BuiltStage
let balancer: Balancer
const running = new Map<string, ChildProcess>()
const webs: { readonly name: string; readonly url: string; readonly port: string }[] = []

beforeAll(async () => {
  stage = await openBuiltStage(payer.address)
  for (const name of ['web 1', 'web 2']) {
    const port = String(await freePort())
    webs.push({ name, port, url: `http://127.0.0.1:${port}` })
  }
  for (const name of ['worker 1', 'worker 2']) startWorker(name)
  for (const { name, port } of webs) startWeb(name, port)
  await Promise.all(webs.map(({ url }) => untilReady(url)))
  balancer = await startBalancer(webs.map(({ url }) => url))
}, 900_000)
afterAll(async () => {
  await balancer?.close()
  await Promise.all([...running.keys()].map(stop))
  await stage?.close()
})

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => undefined,
  )
const untilReady = (url: string) =>
  until(async () => {
    const statuses = [await statusOf(`${url}/readyz`), await statusOf(`${url}/readyz/mainnet`)]
    return statuses.every((status) => status === 200)
  })

function start(name: string, file: string, environment: Readonly<Record<string, string>>): void {
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      DATABASE_URL: stage.database.url,
      EMBEDDED_CHAIN_IDS: '1,100',
      RPC_URL_1: stage.network.rpcUrl,
      // A network that is down all the time: it must fail for itself alone.
      RPC_URL_100: 'http://127.0.0.1:1',
      ...environment,
    },
  })
  running.set(name, child)
}

function startWeb(name: string, port: string): void {
  start(name, 'dist/web.js', {
    ...{ QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' },
    MAX_OPEN_LIMIT_ORDERS: '0',
    DRAIN_SECONDS: '5',
    PORT: port,
    // Without it notifications are not public.
    CMS_API_KEY: 'of this test alone',
  })
}

function startWorker(name: string): void {
  start(name, 'dist/worker.js', { SOLVER_PRIVATE_KEY: stage.network.solver.privateKey })
}

/** Stops a process as an operator does, and returns its exit code. */
async function stop(name: string): Promise<number | null> {
  const child = running.get(name)
  if (!child) return null
  running.delete(name)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return code
}

/** Requests at a constant rate, whether or not the last ones are answered. */
function startLoad() {
  const failures: string[] = []
  const counts = new Map<string, number>()
  const times: number[] = []
  const placed: string[] = []
  const pending = new Set<Promise<void>>()
  const send = async (name: string, method: string, path: string, body?: string) => {
    const began = performance.now()
    try {
      const response = await fetch(`${balancer.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body ?? null,
      })
      const text = await response.text()
      times.push(performance.now() - began)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (!response.ok) failures.push(`${name}: ${response.status} ${text.slice(0, 200)}`)
      else if (name === 'place') placed.push(JSON.parse(text))
    } catch (error) {
      failures.push(
        `${name}: ${error instanceof Error ? `${error.message} ${error.cause}` : error}`,
      )
    }
  }
  const quote = { kind: 'sell', sellAmountBeforeFee: '1000000000000000', from: payer.address }
  const buyToken = stage.network.tokens.USDC ?? '0x'
  const quoteBody = JSON.stringify({ ...quote, sellToken: wrappedNative, buyToken })
  const sendNth = (index: number) => {
    const uid = placed.at(-1)
    const turn = index % 20
    if (turn === 0 || uid === undefined) {
      const [submission] = signSubmissions([payer], { count: 1, buyToken })
      return send('place', 'POST', '/api/v1/orders', submission?.body)
    }
    if (turn === 5) return send('quote', 'POST', '/api/v1/quote', quoteBody)
    if (turn === 10) return send('page', 'GET', '/tokens')
    if (turn === 15) return send('list', 'GET', `/api/v1/account/${payer.address}/orders?limit=10`)
    return send('read', 'GET', `/api/v1/orders/${uid}`)
  }
  let next = 0
  let sent = 0
  const began = performance.now()
  const timer = setInterval(() => {
    // A timer that fires late catches up.
    const due = Math.floor(((performance.now() - began) / 1_000) * requestsPerSecond)
    for (; next < due; next += 1) {
      if (pending.size >= maxPending) continue
      sent += 1
      const request: Promise<void> = sendNth(next).finally(() => pending.delete(request))
      pending.add(request)
    }
  }, 10)
  const stopLoad = async () => {
    clearInterval(timer)
    const seconds = (performance.now() - began) / 1_000
    await Promise.all(pending)
    return { failures, counts, times, placed, rate: sent / seconds }
  }
  return stopLoad
}

/** Follows the payer's orders and notifications, and resumes after the last event whenever the stream ends. */
function follow() {
  const statuses = new Map<string, string>()
  const notifications: string[] = []
  const failures: string[] = []
  let streams = 0
  let isStopped = false
  let close = () => {}
  const run = async () => {
    let last: string | undefined
    while (!isStopped) {
      const path = `/mainnet/accounts/${payer.address}/events`
      const reader = await readEvents(`${balancer.url}${path}`, last)
      streams += 1
      close = reader.close
      if (!reader.response.ok) failures.push(`stream: ${reader.response.status}`)
      for (let event = await reader.next(); event; event = await reader.next()) {
        last = event.id ?? last
        // The snapshot that every stream begins with hides no loss.
        if (event.event === 'order') statuses.set(event.data.uid, event.data.status)
        if (event.event === 'notification') notifications.push(event.data.id)
      }
    }
  }
  const ended = run().catch((error) => {
    if (!isStopped) failures.push(`stream: ${error}`)
  })
  const stopFollowing = async () => {
    isStopped = true
    close()
    await ended
  }
  return { statuses, notifications, failures, streams: () => streams, stop: stopFollowing }
}

test('restarting every process in turn under 100 requests a second fails none, and streams resume', {
  tags: ['long'],
  timeout: 900_000,
}, async () => {
  const since = new Date()
  const followers = [follow(), follow()]
  const streams = () => followers.map((follower) => follower.streams())
  await until(() => streams().join() === '1,1')
  const stopLoad = startLoad()
  await delay(10_000)
  for (const { name, port, url } of webs) {
    expect(await stop(name)).toBe(0)
    startWeb(name, port)
    await untilReady(url)
    expect(await statusOf(`${url}/readyz/gnosis`)).toBe(503)
    await delay(2_000)
  }
  for (const name of ['worker 1', 'worker 2']) {
    expect(await stop(name)).toBe(0)
    startWorker(name)
    await delay(5_000)
  }
  const { failures, counts, times, placed, rate } = await stopLoad()
  const failed = [...failures, ...followers.flatMap((follower) => follower.failures)]
  // As one text, which the summary of all tests shows.
  expect([...failed, ...balancer.failures].join('\n')).toBe('')
  for (const follower of followers) {
    // The newest states arrive within a poll.
    await expect.poll(() => findLost(follower, { placed, since }), { timeout: 60_000 }).toEqual([])
    expect(new Set(follower.notifications).size).toBe(follower.notifications.length)
  }
  await Promise.all(followers.map((follower) => follower.stop()))
  const settled = await stage.database.db.order.count({ where: { status: 'fulfilled' } })
  console.log(
    `${times.length} answers at ${rate.toFixed(0)}/s, p50 ${quantile(times, 0.5).toFixed(0)} ms, ` +
      `p99 ${quantile(times, 0.99).toFixed(0)} ms; ${JSON.stringify(Object.fromEntries(counts))}; ` +
      `${placed.length} orders, ${settled} settled; ${streams().join(' and ')} streams, ` +
      `${followers[0]?.notifications.length} notifications each`,
  )
  expect(rate).toBeGreaterThan(0.1 * requestsPerSecond)
  // Each was on one of the web processes that stopped.
  for (const count of streams()) expect(count).toBeGreaterThan(1)
})

type Follower = Pick<ReturnType<typeof follow>, 'statuses' | 'notifications'>

type Sent = { readonly placed: readonly string[]; readonly since: Date }

/** Lists the orders whose state a follower does not know, and the notifications that it did not receive. */
async function findLost({ statuses, notifications }: Follower, { placed, since }: Sent) {
  const orders = await stage.database.db.order.findMany({ select: { uid: true, status: true } })
  const stored = new Map(orders.map(({ uid, status }) => [uid as string, status as string]))
  const sent = await stage.database.db.notification.findMany({
    where: { type: { in: [...publicTypes] }, createdAt: { gte: since } },
    select: { id: true },
  })
  const received = new Set(notifications)
  return [
    ...placed.filter((uid) => !stored.has(uid) || statuses.get(uid) !== stored.get(uid)),
    ...sent.flatMap(({ id }) => (received.has(id) ? [] : [id])),
  ]
}
