import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { everywhere } from '@/lib/core/identity'
import type { AccountFixture } from '@/lib/testing/accounts/account-fixture'
import { accountOf, saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'
import { makeWebhookSecret } from './webhook-signature'

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})
const { signal } = new AbortController()
const minute = 60_000
let number = 500

const open = async () => {
  const account = accountOf(++number)
  const secret = makeWebhookSecret()
  const kept = await saveEndpoint(fixture.ctx.db, fixture.ctx, {
    ...{ ...everywhere(account), channel: 'webhook', label: 'Receiver', isConfirmed: true, secret },
    ...{ types: ['order_filled'], target: { url: `http://${fixture.receiver.host}/${number}` } },
  })
  if (kept.kind === 'full') throw new Error('too many')
  const { id: subscriptionId } = kept.subscription
  await saveTestNotifications(fixture.ctx, account, [`fault/${number}`])
  const row = () => fixture.ctx.db.delivery.findFirstOrThrow({ where: { subscriptionId } })
  return { secret, row, turn: () => deliver(fixture.ctx, { subscriptionId, senders, signal }) }
}

type Fault = readonly [string, (response: ServerResponse) => void, object, number]

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('unread body')

/** The cause of a connection failure is hidden: it would let an account scan networks. */
const noAnswer = { lastStatus: null, lastError: 'noAnswer' }
const otherProtocol =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'

const faults: readonly Fault[] = [
  ['is broken', status(500), { lastStatus: 500, lastError: 'answered:500' }, 0],
  ['does not know us', status(404), { lastStatus: 404 }, 0],
  ['is busy', status(429, { 'retry-after': '120' }), { lastStatus: 429 }, 2 * minute],
  ['is offline', status(503, { 'retry-after': '3600' }), { lastStatus: 503 }, 60 * minute],
  ['redirects', status(307, { location: '/elsewhere' }), { lastStatus: 307 }, 0],
  ['cuts the connection', (response) => response.destroy(), noAnswer, 0],
  ['truncates its response', (response) => response.socket?.end('HTTP/1.1 200'), noAnswer, 0],
  ['does not speak HTTP', (response) => response.socket?.end('220 mail ESMTP\r\n'), noAnswer, 0],
  ['switches protocols', (response) => response.socket?.end(otherProtocol), noAnswer, 0],
  ['never answers', () => {}, noAnswer, 0],
]

test.each(faults)(
  'an endpoint that %s gets the message later, and it is recorded once',
  async (_, fault, recorded, atLeastMs) => {
    const { secret, row, turn } = await open()
    fixture.receiver.answer = fault
    const began = fixture.ctx.now()
    expect(['failing', 'slow']).toContain(await turn())
    const failed = await row()
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, sentAt: null, ...recorded })
    expect(failed.dueAt.getTime()).toBeGreaterThanOrEqual(began + atLeastMs)
    expect(await turn()).toBe('idle')

    fixture.receiver.answer = status(200)
    await fixture.ctx.db.delivery.update({ where: { id: failed.id }, data: { dueAt: new Date() } })
    expect(await turn()).toBe('sent')
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    expect(await turn()).toBe('idle')
    const [first, second, ...more] = fixture.receiver.heard
    expect(more).toEqual([])
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.body).toBe(first!.body)
    expect(new Webhook(secret).verify(second!.body, { ...second!.headers } as never)).toBeTruthy()
  },
)

test('an endpoint that answers with five megabytes has accepted the message, though they are not read', async () => {
  const { row, turn } = await open()
  fixture.receiver.answer = (response) => response.writeHead(200).end(Buffer.alloc(5_000_000))
  expect(await turn()).toBe('sent')
  expect(await row()).toMatchObject({ state: 'sent', attempts: 1, lastStatus: 200 })
})

test('an endpoint that is gone gets nothing more', async () => {
  const { row, turn } = await open()
  fixture.receiver.answer = status(410)
  await turn()
  expect(await row()).toMatchObject({ state: 'dead', attempts: 1, lastStatus: 410 })
  expect(await turn()).toBe('idle')
  expect(fixture.receiver.heard).toHaveLength(1)
})
