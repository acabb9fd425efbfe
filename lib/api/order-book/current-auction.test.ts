import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewOrder } from '@/lib/orders/order-record'
import { notFound, openReadDesk, type ReadDesk } from '@/lib/testing/http/read-fixture'

const ether = 10n ** 18n
let desk: ReadDesk

beforeAll(async () => {
  desk = await openReadDesk()
})
afterAll(() => desk?.close())

const withdraw = ({ uid }: NewOrder) =>
  desk.ctx.db.order.update({
    where: { uid },
    data: { status: 'cancelled', cancelledAt: new Date() },
  })

describe('an order that waits', () => {
  let dear: NewOrder
  let poor: NewOrder
  let unsigned: NewOrder

  beforeAll(async () => {
    dear = await desk.place(1, { buyAmount: 10n ** 30n })
    poor = await desk.place(2, { sellAmount: 10n ** 30n })
    unsigned = await desk.placeSigned(
      { ...dear, validTo: dear.validTo + 100 },
      { owner: dear.owner, signingScheme: 'presign', signature: '0x' },
    )
  })

  test('is scheduled until an auction has looked at it, unless it lacks its signature', async () => {
    expect(await desk.get('v1/auction')).toEqual(notFound('there has been no auction yet'))
    expect(await desk.statusOf(dear)).toEqual({ type: 'scheduled' })
    expect(await desk.statusOf(unsigned)).toEqual({
      type: 'open',
      exclusion: { code: 'awaitsSignature' },
    })
  })

  test('is active in the auction, with all that solvers need to know', async () => {
    await desk.ctx.db.order.update({
      where: { uid: dear.uid },
      data: {
        partnerFees: [
          { recipient: dear.owner, volumeBps: 25 },
          { recipient: dear.owner, surplusBps: 5000, maxVolumeBps: 100 },
          { recipient: dear.owner, priceImprovementBps: 1000, maxVolumeBps: 50 },
        ],
      },
    })
    expect((await desk.settle()).state).toBe('idle')
    const { body } = await desk.get('v1/auction')
    const quote = { sellAmount: String(dear.sellAmount), buyAmount: String(dear.buyAmount) }
    expect(body).toMatchObject({
      block: Number(await desk.ctx.chain(1).client.getBlockNumber()),
      orders: [
        {
          uid: dear.uid,
          owner: dear.owner,
          receiver: dear.owner,
          executed: '0',
          protocolFees: [
            { volume: { factor: 0.0025 } },
            { surplus: { factor: 0.5, maxVolumeFactor: 0.01 } },
            { priceImprovement: { factor: 0.1, maxVolumeFactor: 0.005, quote } },
          ],
          preInteractions: [],
          signature: dear.signature,
        },
      ],
      prices: { [dear.sellToken]: String(ether) },
      surplusCapturingJitOrderOwners: [],
    })
    expect(await desk.statusOf(dear)).toEqual({
      type: 'active',
      exclusion: { code: 'waitsForPrice' },
    })
  })

  test('is open while its owner cannot pay, though an auction has come', async () => {
    expect(await desk.statusOf(poor)).toMatchObject({
      type: 'open',
      exclusion: { code: 'insufficientBalance' },
    })
  })

  test('keeps its auction round after round, and leaves it when it is cancelled', async () => {
    const before = (await desk.get('v1/auction')).body
    await desk.settle()
    expect((await desk.get('v1/auction')).body).toEqual(before)
    await withdraw(dear)
    await withdraw(poor)
    await withdraw(unsigned)
    await desk.settle()
    expect((await desk.get('v1/auction')).body).toMatchObject({
      id: before.id,
      orders: [],
      prices: {},
    })
    expect(await desk.statusOf(dear)).toEqual({ type: 'cancelled' })
  })

  test('is known on its own network only', async () => {
    expect(await desk.get(`v1/orders/${dear.uid}/status`, 'xdai')).toEqual(
      notFound('order status not found'),
    )
    expect(await desk.get('v1/auction', 'xdai')).toEqual(notFound('there has been no auction yet'))
  })
})
