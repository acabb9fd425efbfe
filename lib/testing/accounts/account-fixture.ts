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

type Parts = { readonly url: string; readonly environment: Readonly<Record<string, string>> }

/** Opens the fixture on a database. `reset` empties the receiver, which then accepts everything. */
export async function openAccountFixture({ url: databaseUrl, environment }: Parts) {
  let accounts = 0
  const receiver = await startWebhookReceiver()
  const ctx = createTestContext({
    url: databaseUrl,
    environment: {
      ...channelEnvironment,
      CMS_API_KEY: 'a key',
      NEXTAUTH_SECRET: testSessionSecret,
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      READS_PER_SECOND: '0',
      WRITES_PER_SECOND: '0',
      ...environment,
    },
  })
  const { server, url } = await listen(ctx, { endpoints })
  const fixture: AccountFixture = {
    ctx,
    url,
    receiver,
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
  return {
    fixture,
    reset: () => {
      receiver.heard.length = 0
      receiver.answer = (response) => response.writeHead(204).end()
    },
    close: async () => {
      await stopServer(server, 1_000)
      await receiver.close()
      await ctx.db.$disconnect()
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
