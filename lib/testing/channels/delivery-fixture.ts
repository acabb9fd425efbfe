import type { IncomingMessage, ServerResponse } from 'node:http'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { NewNotification } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { startLocalServer } from '@/lib/testing/local-server'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import type { Prisma } from '@/prisma/generated/client'

/** The environment of a service that can store endpoints. */
export const channelEnvironment = { ENCRYPTION_KEY: 'ab'.repeat(32) }

/** A message as a receiver got it. */
export type ReceivedRequest = {
  readonly path: string
  readonly ids: readonly string[]
  readonly atMs: number
}

/** The receivers' answer: a status, or any handling of the connection. */
export type Answer = (
  heard: ReceivedRequest,
  response: ServerResponse,
) => number | 'nothing' | Promise<number | 'nothing'>

/** A local server with one receiver per path. */
export type Receivers = {
  readonly url: string
  readonly heard: ReceivedRequest[]
  /** The ids that a path received, in order. */
  readonly idsAt: (path: string) => string[]
  /** The answer from now on; at first every message is accepted. */
  answer: Answer
  readonly close: () => Promise<void>
}

/** Starts receivers on a free port. */
export async function startReceivers(): Promise<Receivers> {
  const heard: ReceivedRequest[] = []
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

/** Webhooks carry the notification id in a header, the tests' own sender carries ids in the body. */
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

/** Returns the account with a number. */
export function accountOf(number: number): Address {
  return `0x${number.toString(16).padStart(40, '0')}`
}

/** Saves one notification per id for an account, in one transaction. */
export function saveTestNotifications(
  ctx: Context,
  account: Address,
  ids: readonly string[],
): Promise<string[]> {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  const facts = { account, chainId: 1, type: 'order_filled', message: 'Order filled.' } as const
  const metadata = { orderId: orderUid, executedAmount: '1', chainId: 1 }
  const notifications = ids.map((id): NewNotification => ({ ...facts, id, orderUid, metadata }))
  return inTransaction(ctx.db, (tx) => saveNotifications(tx, notifications))
}

/** A database, its context and receivers, for one test file. */
export type DeliveryFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly database: TestDatabase
  readonly receivers: Receivers
}

/** Opens the fixture on a database. */
export async function openDeliveryFixture(database: TestDatabase) {
  const ctx = createTestContext({ url: database.url, environment: channelEnvironment })
  const receivers = await startReceivers()
  const fixture: DeliveryFixture = { ctx, database, receivers }
  const close = async () => {
    await receivers.close()
    await ctx.db.$disconnect()
  }
  return { fixture, close }
}
