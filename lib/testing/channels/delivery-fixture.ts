import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import type { NewNotification } from '@/lib/notifications/notification'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { startLocalServer } from '@/lib/testing/local-server'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import type { Prisma } from '@/prisma/generated/client'

/** The environment of a service that can keep targets. */
export const channelEnvironment = { ENCRYPTION_KEY: 'ab'.repeat(32) }

/** A message that a receiver was sent. */
export type Heard = {
  readonly path: string
  readonly ids: readonly string[]
  readonly atMs: number
}

/** What receivers answer: a status, or what they do with the connection. */
export type Answer = (
  heard: Heard,
  response: ServerResponse,
) => number | 'nothing' | Promise<number | 'nothing'>

/** A local server whose every path is a receiver. */
export type Receivers = {
  readonly url: string
  readonly heard: Heard[]
  /** The ids that a path was sent, in order. */
  readonly idsAt: (path: string) => string[]
  /** How they answer from now on; at first each takes what it gets. */
  answer: Answer
  readonly close: () => Promise<void>
}

/** Starts receivers on a free port. */
export async function startReceivers(): Promise<Receivers> {
  const heard: Heard[] = []
  const { url, close } = await startLocalServer(async (request, response) => {
    const message = { path: request.url ?? '', ids: await readIds(request), atMs: Date.now() }
    heard.push(message)
    const status = await receivers.answer(message, response)
    if (status !== 'nothing') response.writeHead(status).end()
  })
  const receivers: Receivers = {
    url,
    heard,
    idsAt: (path) => heard.filter((one) => one.path === path).flatMap(({ ids }) => ids),
    answer: () => 204,
    close,
  }
  return receivers
}

/** Webhooks name what they tell of in a header, the tests' own sender in the body. */
async function readIds(request: IncomingMessage): Promise<string[]> {
  let body = ''
  for await (const chunk of request) body += chunk
  const id = request.headers['webhook-id']
  return id === undefined ? (JSON.parse(body) as string[]) : [String(id)]
}

type SubscriptionFacts = Partial<Prisma.SubscriptionUncheckedCreateInput>

/** Subscribes an account to all types on a webhook. */
export async function subscribe(
  ctx: Context,
  { url, account, ...facts }: { url: string; account: Address } & SubscriptionFacts,
): Promise<string> {
  const { id } = await ctx.db.subscription.create({
    data: {
      account,
      channel: 'webhook',
      label: new URL(url).host,
      targetKey: url,
      target: encrypt(ctx.config, 'target', JSON.stringify({ url })),
      secret: encrypt(ctx.config, 'secret', `whsec_${Buffer.alloc(32, 1).toString('base64')}`),
      types: ['order_filled', 'order_expired', 'order_cancelled'],
      confirmed: true,
      ...facts,
    },
  })
  return id
}

/** The account of a number. */
export function accountOf(number: number): Address {
  return `0x${number.toString(16).padStart(40, '0')}`
}

/** Tells an account of facts with these ids, in one transaction. */
export function tell(ctx: Context, account: Address, ids: readonly string[]): Promise<string[]> {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  const facts = { account, chainId: 1, type: 'order_filled', message: 'Order filled.' } as const
  const metadata = { orderId: orderUid, executedAmount: '1', chainId: 1 }
  const told = ids.map((id): NewNotification => ({ ...facts, id, orderUid, metadata }))
  return inTransaction(ctx.db, (tx) => saveNotifications(tx, told))
}

/** A database, its context and receivers, for one test file. */
export type DeliveryFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly database: TestDatabase
  readonly receivers: Receivers
}

/** Opens the desk for a test file; call it once, at the top. */
export function openDeliveryFixture(): DeliveryFixture {
  let database: TestDatabase
  let ctx: DeliveryFixture['ctx']
  let receivers: Receivers
  beforeAll(async () => {
    database = await createTestDatabase()
    ctx = createTestContext({ url: database.url, environment: channelEnvironment })
    receivers = await startReceivers()
  })
  afterAll(async () => {
    await receivers.close()
    await ctx.db.$disconnect()
    await database.drop()
  })
  return {
    get ctx() {
      return ctx
    },
    get database() {
      return database
    },
    get receivers() {
      return receivers
    },
  }
}
