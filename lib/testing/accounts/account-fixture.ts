import { afterAll, beforeAll, beforeEach } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import { stopServer } from '@/lib/http/server/stop-server'
import { accountOf, channelEnvironment } from '@/lib/testing/channels/delivery-fixture'
import { startWebhookReceiver, type WebhookReceiver } from '@/lib/testing/channels/webhook-receiver'
import { listen } from '@/lib/testing/http/probes'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase } from '@/lib/testing/test-database'
import { signedIn, testSessionSecret } from './signed-in'

/** An answer of an endpoint. */
export type Answered = {
  readonly status: number
  /** Untyped: a wrong shape fails the test that reads it. */
  readonly body: Awaited<ReturnType<Response['json']>>
  readonly headers: Headers
}

/** Sends a request to the account API as a signed-in account. */
export type Asking = (method: string, path: string, body?: unknown) => Promise<Answered>

/** Every endpoint over HTTP, a database and a webhook receiver, without a chain; for one test file. */
export type AccountFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly url: string
  readonly receiver: WebhookReceiver
  /** Signs an account in, a new one by default, and returns its request function. */
  readonly signIn: (who?: Address | Identity) => Promise<{ account: Address; ask: Asking }>
  /** Runs delivery once for a channel, as a worker does. */
  readonly turn: (subscriptionId: string) => ReturnType<typeof deliver>
}

/** Opens the fixture for a test file; call once, at the top level. `environment` may start the servers it names. */
export function openAccountFixture(
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): AccountFixture {
  let ctx: AccountFixture['ctx']
  let url = ''
  let receiver: WebhookReceiver
  let close = async () => {}
  let accounts = 0
  beforeAll(async () => {
    const database = await createTestDatabase()
    receiver = await startWebhookReceiver()
    ctx = createTestContext({
      url: database.url,
      environment: {
        ...channelEnvironment,
        CMS_API_KEY: 'a key',
        NEXTAUTH_SECRET: testSessionSecret,
        WEBHOOK_ALLOWED_HOSTS: receiver.host,
        READS_PER_SECOND: '0',
        WRITES_PER_SECOND: '0',
        ...(await environment()),
      },
    })
    const started = await listen(ctx, { endpoints })
    url = started.url
    close = async () => {
      await stopServer(started.server, 1_000)
      await receiver.close()
      await ctx.db.$disconnect()
      await database.drop()
    }
  })
  afterAll(() => close())
  beforeEach(() => {
    receiver.heard.length = 0
    receiver.answer = (response) => response.writeHead(204).end()
  })
  return {
    get ctx() {
      return ctx
    },
    get url() {
      return url
    },
    get receiver() {
      return receiver
    },
    signIn: async (who = accountOf(++accounts)) => {
      const origin = ctx.config.signInOrigin ?? url
      const headers = await signedIn(ctx, { origin, accounts: [who] })
      const account = typeof who === 'string' ? who : who.account
      return { account, ask: (...request) => ask(`${url}/api/account`, headers, request) }
    },
    turn: (subscriptionId) => {
      const { signal } = new AbortController()
      return deliver(ctx, { subscriptionId, senders, signal })
    },
  }
}

async function ask(
  base: string,
  signed: Readonly<Record<string, string>>,
  [method, path, body]: Parameters<Asking>,
): Promise<Answered> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { ...signed, ...json },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
