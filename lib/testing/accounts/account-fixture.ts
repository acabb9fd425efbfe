import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import type { Address } from '@/lib/core/address'
import type { Identity, NetworkScope } from '@/lib/core/identity'
import type { NewNotification } from '@/lib/core/notification'
import { type Database, inTransaction } from '@/lib/db/database'
import { stopServer } from '@/lib/http/server/stop-server'
import { saveNotifications } from '@/lib/notifications/notification-store'
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

/** Sessions of one account, each valid for other networks. */
export type Reaches = {
  readonly account: Address
  /** Valid on mainnet, signed in as the owner of the account's contract there. */
  readonly one: Asking
  /** Valid on Gnosis Chain, signed in as the owner of the contract there. */
  readonly hundred: Asking
  readonly both: Asking
  /** Valid on all networks, as if signed in with the account's key. */
  readonly all: Asking
}

/** An account fixture in which one account has sessions of different network scopes; for one test file. */
export type ReachFixture = {
  readonly fixture: AccountFixture
  /** Opens the sessions of a new account. */
  readonly enter: () => Promise<Reaches>
  /** Opens another session of an account. */
  readonly enterAs: (account: Address, networks: NetworkScope) => Promise<Asking>
  /** Notifies an account once on mainnet and once on Gnosis Chain; returns the ids, which end in `name`. */
  readonly notify: (
    account: Address,
    name: string,
  ) => Promise<readonly [one: string, hundred: string]>
}

let accounts = 0x1000

/** Opens the fixture on an account fixture. */
export function openReachFixture(fixture: AccountFixture): ReachFixture {
  const enterAs = async (account: Address, networks: NetworkScope) =>
    (await fixture.signIn({ account, networks })).ask
  return {
    fixture,
    enterAs,
    enter: async () => {
      const account = accountOf(++accounts)
      return {
        account,
        one: await enterAs(account, [1]),
        hundred: await enterAs(account, [100]),
        both: await enterAs(account, [1, 100]),
        all: await enterAs(account, null),
      }
    },
    notify: (account, name) => notifyOnBoth(fixture.ctx.db, { account, name }),
  }
}

/** Notifies an account once on mainnet and once on Gnosis Chain; returns the ids. */
export async function notifyOnBoth(
  db: Database,
  { account, name }: { readonly account: Address; readonly name: string },
): Promise<readonly [one: string, hundred: string]> {
  const ids = [`${account} 1 ${name}`, `${account} 100 ${name}`] as const
  const notifications = [notice(account, ids[0], 1), notice(account, ids[1], 100)]
  await inTransaction(db, (tx) => saveNotifications(tx, notifications))
  return ids
}

function notice(account: Address, id: string, chainId: number): NewNotification {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  const metadata = { orderId: orderUid, executedAmount: '1', chainId }
  const facts = { account, chainId, type: 'order_filled', message: 'Order filled.' } as const
  return { ...facts, id, orderUid, metadata }
}

/** Actions of tests on webhooks whose messages the fixture receives. */
export type WebhookActions = {
  /** Returns the request body that adds a webhook. */
  readonly webhook: (path?: string) => { readonly channel: 'webhook'; readonly url: string }
  /** Adds a webhook and returns the answer. */
  readonly add: (
    ask: Asking,
    path?: string,
  ) => Promise<{ subscription: { id: string; label: string }; secret: string }>
  /** Returns the channels of the requesting account. */
  readonly list: (ask: Asking) => Promise<Answered['body']>
  /** Verifies the last message as a receiver does. Throws if `secret` did not sign it. */
  readonly verify: (secret: string) => unknown
}

/** Returns the webhook actions of the fixture that the running test has. */
export function webhookActions(running: () => AccountFixture): WebhookActions {
  const webhook: WebhookActions['webhook'] = (path = '/hook') => ({
    channel: 'webhook',
    url: `http://${running().receiver.host}${path}`,
  })
  return {
    webhook,
    add: async (ask, path) => {
      const { status, body } = await ask('POST', '/subscriptions', webhook(path))
      expect({ status, body }).toMatchObject({ status: 201 })
      return body
    },
    list: async (ask) => (await ask('GET', '/subscriptions')).body.subscriptions,
    verify: (secret) => {
      const { headers = {}, body = '' } = running().receiver.heard.at(-1) ?? {}
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    },
  }
}
