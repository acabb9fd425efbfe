import { expect, test } from 'vitest'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { ensureOrder } from './ensure-order'
import type { Transport } from './request'

const uid = `0x${'ab'.repeat(56)}` as const
const from = `0x${'22'.repeat(20)}` as const
const order = completeOrder({
  ...{ sellToken: from, buyToken: from, sellAmount: 5n, buyAmount: 6n, validTo: 2_000_000_000 },
  appData: `0x${'cd'.repeat(32)}`,
})
const consent = { from, signingScheme: 'eip712', signature: '0x12' } as const
const submission = { order, ...consent, quoteId: 7, appData: '{"version":"1.3.0"}' }

type Answer = readonly [status: number, body: unknown] | 'lost'
const refused = (errorType: string): Answer => [400, { errorType }]

/** A service with scripted answers that records the requests. */
function service(...answers: readonly Answer[]) {
  const left = [...answers]
  const asked: string[] = []
  const transport: Transport = {
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${url}`)
      const answer = left.shift() ?? 'lost'
      if (answer === 'lost') throw new TypeError('Failed to fetch')
      return Response.json(answer[1], { status: answer[0] })
    },
    sleep: async () => {},
    random: () => 0,
  }
  const place = () => ensureOrder('sepolia', { uid, submission }, { transport, tries: 1 })
  return { asked, place }
}

const post = 'POST /sepolia/api/v1/orders'
const get = `GET /sepolia/api/v1/orders/${uid}`

test('submits an accepted order once', async () => {
  const { asked, place } = service([201, uid])
  await place()
  expect(asked).toEqual([post])
})

test('treats an order that the service already has as placed', async () => {
  const { asked, place } = service(refused('DuplicatedOrder'))
  await place()
  expect(asked).toEqual([post])
})

test.each<[string, Answer]>([
  ['an answer that was lost', 'lost'],
  ['a failure of the service', [500, { errorType: 'InternalServerError' }]],
  ['a refusal since the first try has taken its place', refused('OrderFullyExecuted')],
])('looks the order up after %s', async (_, answer) => {
  const there = service(answer, [200, { uid }])
  await there.place()
  expect(there.asked).toEqual([post, get])
  const nowhere = service(answer, [404, { errorType: 'NotFound' }])
  await expect(nowhere.place()).rejects.toThrow()
})

test('uploads the app data document separately, once, if it is rejected with the order', async () => {
  const { asked, place } = service(refused('InvalidAppData'), [201, ''], [201, uid])
  await place()
  expect(asked).toEqual([post, `PUT /sepolia/api/v1/app_data/${order.appData}`, post])
  const again = service(refused('InvalidAppData'), [201, ''], refused('InvalidAppData'))
  await expect(again.place()).rejects.toMatchObject({ code: 'InvalidAppData' })
})
