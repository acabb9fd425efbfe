import { afterAll, describe, expect } from 'vitest'
import { urlAs } from '@/lib/testing/database-roles'
import { startWebProcess, type WebProcess } from '@/lib/testing/http/start-web-process'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'

type Pair = readonly [WebProcess, WebProcess]
type Sent = { method: string; path: string; headers?: Record<string, string> }
type Answer = { status: number; headers: Headers; body: { errorType?: string; message?: string } }

let database: TestDatabase
let open: Pair
/** A process behind one trusted proxy. */
let proxied: Pair

test.beforeAll(async ({ database: empty }) => {
  database = empty
  const environment = {
    DATABASE_URL: urlAs(database.url, 'web'),
    // Nothing listens there: the rate limit applies before any RPC request.
    RPC_URL_1: 'http://127.0.0.1:1',
    RPC_URL_100: 'http://127.0.0.1:1',
  }
  const start = (more: Record<string, string>) => startWebProcess({ ...environment, ...more })
  const [one, two, three, four] = await Promise.all([
    start({}),
    start({}),
    start({ TRUSTED_PROXIES: '1' }),
    start({ TRUSTED_PROXIES: '1' }),
  ])
  open = [one, two]
  proxied = [three, four]
  for (const pair of [open, proxied]) await until(() => isCounted(pair))
})
afterAll(async () => {
  await Promise.all([...(open ?? []), ...(proxied ?? [])].map((web) => web.stop()))
})

async function send(web: WebProcess, { method, path, headers = {} }: Sent): Promise<Answer> {
  const isRead = method === 'GET'
  const response = await fetch(`${web.url}${path}`, {
    method,
    headers: isRead ? headers : { 'content-type': 'application/json', ...headers },
    ...(isRead ? {} : { body: '{}' }),
  })
  const body = (await response.json()) as Answer['body']
  return { status: response.status, headers: response.headers, body }
}

/** Sends the requests alternately to both processes within one second of their clocks. */
async function burst(pair: Pair, requests: readonly Sent[]): Promise<Answer[]> {
  await nextSecond(pair)
  return Promise.all(requests.map((request, index) => send(pair[index % 2 === 0 ? 0 : 1], request)))
}

/** Whether the database counts: after a slow connection, each process counts alone for 5 seconds. */
async function isCounted(pair: Pair): Promise<boolean> {
  const answers = await burst(
    pair,
    times(24, () => quote),
  )
  return taken(answers) === 10
}

let clockMs = Date.now()
async function nextSecond(pair: Pair): Promise<void> {
  clockMs += 1_000
  await Promise.all(pair.map((web) => web.setClock(clockMs)))
}

const times = (count: number, sent: (index: number) => Sent) =>
  Array.from({ length: count }, (_, index) => sent(index))

const taken = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 429).length

const quote: Sent = { method: 'POST', path: '/api/v1/quote' }
const submission: Sent = { method: 'POST', path: '/api/v1/orders' }
const cancellation: Sent = { method: 'DELETE', path: '/api/v1/orders' }
const read: Sent = { method: 'GET', path: `/api/v1/orders/0x${'00'.repeat(56)}` }

describe('rate limits per client address and network, across two web processes', () => {
  test.each([
    ['quotes: 10 a second', quote, 10],
    ['submissions: 5 a second', submission, 5],
    ['other writes: 5 a second', cancellation, 5],
  ])('%s in total', async (_name, sent, budget) => {
    const answers = await burst(
      open,
      times(2 * budget, () => sent),
    )
    expect(taken(answers)).toBe(budget)
  })

  test('reads: 100 a second in each process', async () => {
    const answers = await burst(
      open,
      times(212, () => read),
    )
    expect(taken(answers)).toBe(200)
  })

  test('answer 429 with Retry-After in whole seconds, in the error format of the path', async () => {
    const affiliate = { method: 'POST', path: `/affiliate/0x${'12'.repeat(20)}/` }
    const answers = await burst(open, [...times(12, () => quote), ...times(7, () => affiliate)])
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(4)
    for (const { headers } of limited) {
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    const bodies = limited.map(({ body }) => body)
    const text = expect.stringMatching(/more than (10|5) requests per second/)
    expect(bodies.filter(({ errorType }) => errorType)).toEqual(
      times(2, () => quote).map(() => ({ errorType: 'RateLimited', description: text })),
    )
    expect(bodies.filter(({ message }) => message)).toEqual([{ message: text }, { message: text }])
  })

  test('accept requests again after Retry-After', async () => {
    const before = await burst(
      open,
      times(11, () => quote),
    )
    expect(before.some(({ status }) => status === 429)).toBe(true)
    await nextSecond(open)
    expect((await send(open[0], quote)).status).toBe(400)
  })

  test('count networks, quotes and submissions separately', async () => {
    const elsewhere = { ...quote, path: '/gnosis/api/v1/quote' }
    const named = { ...quote, path: '/mainnet/api/v1/quote' }
    const spent = [...times(5, () => quote), ...times(5, () => named)]
    const answers = await burst(open, [...spent, ...times(10, () => elsewhere), submission])
    expect(taken(answers)).toBe(21)
    const over = await burst(open, [...spent, named])
    expect(taken(over)).toBe(10)
  })
})

describe('the client of a request', () => {
  const from = (forwarded: string): Sent => ({
    ...quote,
    headers: { 'x-forwarded-for': forwarded },
  })

  test('is the peer address: a forged X-Forwarded-For adds no budget', async () => {
    const answers = await burst(
      open,
      times(14, (index) => from(`203.0.113.${index}`)),
    )
    expect(taken(answers)).toBe(10)
  })

  test('is the entry of the trusted proxy: entries further left can be forged', async () => {
    const forged = times(14, (index) => from(`203.0.113.${index}, 198.51.100.7`))
    expect(taken(await burst(proxied, forged))).toBe(10)
  })

  test('differs between clients behind the trusted proxy', async () => {
    const clients = times(14, (index) => from(`203.0.113.${index}`))
    expect(taken(await burst(proxied, clients))).toBe(14)
  })

  test('is the /64 of an IPv6 address', async () => {
    const neighbours = times(14, (index) => from(`2001:db8:0:1::${index + 1}`))
    expect(taken(await burst(proxied, neighbours))).toBe(10)
    const apart = times(14, (index) => from(`2001:db8:0:${index + 1}::1`))
    expect(taken(await burst(proxied, apart))).toBe(14)
  })
})
