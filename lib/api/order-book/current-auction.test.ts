import { beforeAll, describe, expect } from 'vitest'
import type { NewOrder } from '@/lib/orders/order-record'
import { notFound, type ReadFixture } from '@/lib/testing/http/read-fixture'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n
let fixture: ReadFixture

test.beforeAll(({ reads }) => {
  fixture = reads
})

const withdraw = ({ uid }: NewOrder) =>
  fixture.ctx.db.order.update({
    where: { uid },
    data: { status: 'cancelled', cancelledAt: new Date() },
  })

describe('an open order', () => {
  let dear: NewOrder
  let poor: NewOrder
  let unsigned: NewOrder

  beforeAll(async () => {
    dear = await fixture.place(1, { buyAmount: 10n ** 30n })
    poor = await fixture.place(2, { sellAmount: 10n ** 30n })
    unsigned = await fixture.placeSigned(
      { ...dear, validTo: dear.validTo + 100 },
      { owner: dear.owner, signingScheme: 'presign', signature: '0x' },
    )
  })

  test('is scheduled until an auction considers it, unless its presignature is missing', async () => {
    expect(await fixture.get('v1/auction')).toEqual(notFound('there has been no auction yet'))
    expect(await fixture.statusOf(dear)).toEqual({ type: 'scheduled' })
    expect(await fixture.statusOf(unsigned)).toEqual({
      type: 'open',
      exclusion: { code: 'awaitsSignature' },
    })
  })

  test('is active in the auction, with all data that solvers need', async () => {
    await fixture.ctx.db.order.update({
      where: { uid: dear.uid },
      data: {
        partnerFees: [
          { recipient: dear.owner, volumeBps: 25 },
          { recipient: dear.owner, surplusBps: 5000, maxVolumeBps: 100 },
          { recipient: dear.owner, priceImprovementBps: 1000, maxVolumeBps: 50 },
        ],
      },
    })
    expect((await fixture.settle()).state).toBe('idle')
    const { body } = await fixture.get('v1/auction')
    const quote = { sellAmount: String(dear.sellAmount), buyAmount: String(dear.buyAmount) }
    expect(body).toMatchObject({
      block: Number(await fixture.ctx.chain(1).client.getBlockNumber()),
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
    expect(await fixture.statusOf(dear)).toEqual({
      type: 'active',
      exclusion: { code: 'waitsForPrice' },
    })
  })

  test('is open, not active, while its owner lacks funds', async () => {
    expect(await fixture.statusOf(poor)).toMatchObject({
      type: 'open',
      exclusion: { code: 'insufficientBalance' },
    })
  })

  test('stays in the auction over rounds, and leaves it when cancelled', async () => {
    const before = (await fixture.get('v1/auction')).body
    await fixture.settle()
    expect((await fixture.get('v1/auction')).body).toEqual(before)
    await withdraw(dear)
    await withdraw(poor)
    await withdraw(unsigned)
    await fixture.settle()
    expect((await fixture.get('v1/auction')).body).toMatchObject({
      id: before.id,
      orders: [],
      prices: {},
    })
    expect(await fixture.statusOf(dear)).toEqual({ type: 'cancelled' })
  })

  test('exists on its own network only', async () => {
    expect(await fixture.get(`v1/orders/${dear.uid}/status`, 'xdai')).toEqual(
      notFound('order status not found'),
    )
    expect(await fixture.get('v1/auction', 'xdai')).toEqual(
      notFound('there has been no auction yet'),
    )
  })
})
