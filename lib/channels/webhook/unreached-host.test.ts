import { createServer, type Server } from 'node:net'
import { pino } from 'pino'
import { beforeAll, expect } from 'vitest'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import type { HostAddress } from '@/lib/resolve-host'
import {
  accountOf,
  channelEnvironment,
  type DeliveryFixture,
  saveTestNotifications,
  subscribe,
} from '@/lib/testing/channels/delivery-fixture'
import type { PostFixture } from '@/lib/testing/orders/post-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

let fixture: DeliveryFixture
let listen: PostFixture['listen']

test.beforeAll(({ deliveries, postStage }) => {
  fixture = deliveries
  listen = postStage.fixture.listen
})
const { signal } = new AbortController()
const names: Readonly<Record<string, readonly HostAddress[]>> = {
  'empty.test': [],
  'inside.test': [{ address: '10.0.0.1', family: 4 }],
  'public.test': [{ address: '1.1.1.1', family: 4 }],
}
const resolveHost = async (name: string) => {
  const addresses = names[name]
  if (!addresses) throw new Error('no name server answers')
  return addresses
}
let ports: readonly number[]
const urls = (): readonly string[] => [
  'https://unknown.test/',
  'https://empty.test/',
  'https://inside.test/',
  'https://public.test:8443/',
  ...ports.map((port) => `http://127.0.0.1:${port}/`),
]

beforeAll(async () => {
  const closed = createServer()
  const free = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  const others: readonly Server[] = [
    createServer((socket) => socket.resetAndDestroy()),
    createServer((socket) => socket.end('220 mail.example ESMTP\r\n')),
  ]
  ports = [free, ...(await Promise.all(others.map(listen)))]
})

/** The error that the account sees of a failing delivery, and the cause in the log. */
async function fail(url: string, account = accountOf(urls().indexOf(url) + 1)) {
  const lines: string[] = []
  const WEBHOOK_ALLOWED_HOSTS = ports.map((port) => `127.0.0.1:${port}`).join()
  const environment = { ...channelEnvironment, WEBHOOK_ALLOWED_HOSTS }
  const ctx = {
    ...createTestContext({ db: fixture.ctx.db, environment, resolveHost }),
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
  }
  const id = await subscribe(ctx, { url, account })
  await saveTestNotifications(ctx, account, [url])
  await deliver(ctx, { subscriptionId: id, senders, signal })
  const { lastError, lastStatus } = await ctx.db.delivery.findFirstOrThrow({
    where: { subscriptionId: id },
  })
  const row = await ctx.db.subscription.findUniqueOrThrow({ where: { id } })
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; cause?: string })
  const { cause } = logged.find(({ msg }) => msg === 'delivery attempt failed') ?? {}
  return { shown: [lastError, lastStatus, row.lastError], cause }
}

test('shows the account the same error for every unreachable host and logs the cause', async () => {
  const causes: (string | undefined)[] = []
  for (const url of urls()) {
    const { shown, cause } = await fail(url)
    expect(shown, url).toEqual(['noAnswer', null, 'noAnswer'])
    causes.push(cause)
  }
  expect(causes).toEqual([
    'no name server knows its host now',
    'its host has no address',
    'its host is not on the public Internet',
    'its address must have no port but 443',
    'the connection was refused',
    'the connection was cut',
    'its answer is not HTTP',
  ])
})
