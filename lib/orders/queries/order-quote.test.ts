import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { getTestAccount } from '@/lib/devnet/accounts'
import { placeOrder } from '@/lib/orders/placement/place-order'
import {
  nowSeconds,
  type OrderFixture,
  type Terms,
  trader,
} from '@/lib/testing/orders/order-fixture'
import { test } from '@/lib/testing/test'
import type { Prisma } from '@/prisma/generated/client'

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.ctx
})

type Offer = Partial<Prisma.QuoteUncheckedCreateInput>

/** Stores a quote for the trader with exactly these terms. */
async function offer(terms: Terms, change: Offer = {}): Promise<bigint> {
  const { id } = await ctx.db.quote.create({
    data: {
      chainId: 1,
      trader: trader.address,
      sellToken: terms.sellToken,
      buyToken: terms.buyToken,
      kind: terms.kind ?? 'sell',
      sellAmount: String(terms.sellAmount - 7n),
      buyAmount: String(terms.buyAmount),
      feeAmount: '7',
      gasAmount: 150_000,
      gasPrice: 2e9,
      sellTokenPrice: 0.5,
      signingScheme: 'eip712',
      verified: true,
      blockNumber: 1n,
      createdAt: new Date(nowSeconds * 1000),
      expiration: new Date((nowSeconds + 60) * 1000),
      ...change,
    },
  })
  return id
}

async function place(terms: Terms, quoteId?: bigint) {
  const uid = (await placeOrder(ctx, { ...(await fixture.sign(terms)), quoteId })) as Hex
  const { quoteId: kept, quote } = await ctx.db.order.findUniqueOrThrow({
    where: { uid },
    include: { quote: true },
  })
  return { id: kept, quote }
}

describe("an order's quote", () => {
  test('is the one it names, stored as long as the order', async () => {
    const terms = fixture.terms({ buyAmount: 100n })
    const id = await offer(terms)
    await offer(terms, { buyAmount: '200' })
    const placed = await place(terms, id)
    expect(placed.id).toBe(id)
    expect(placed.quote).toMatchObject({
      gasAmount: 150_000,
      gasPrice: 2e9,
      sellTokenPrice: 0.5,
      verified: true,
      metadata: null,
    })
    expect(placed.quote?.sellAmount.toFixed(0)).toBe(String(terms.sellAmount - 7n))
    expect(placed.quote?.feeAmount.toFixed(0)).toBe('7')
  })

  test('may belong to another account when named by the order', async () => {
    const terms = fixture.terms()
    const id = await offer(terms, { trader: getTestAccount(2).address })
    expect((await place(terms)).id).toBeNull()
    expect((await place({ ...terms, buyAmount: 2n }, id)).id).toBe(id)
  })

  test('defaults to the owner’s best: verified first, then the better price', async () => {
    const terms = fixture.terms({ buyAmount: 100n })
    await offer(terms, { buyAmount: '300', verified: false })
    const best = await offer(terms, { buyAmount: '201' })
    await offer(terms, { buyAmount: '200' })
    expect((await place(terms)).id).toBe(best)
  })

  test('covers a sell amount with or without the fee, or an exact buy amount', async () => {
    const sell = fixture.terms({ buyAmount: 10n })
    const afterFee = await offer(sell, { sellAmount: String(sell.sellAmount) })
    expect((await place(sell)).id).toBe(afterFee)
    const buy = fixture.terms({ kind: 'buy', buyAmount: 11n })
    const buying = await offer(buy, { sellAmount: '1' })
    expect((await place(buy)).id).toBe(buying)
  })

  const misfits: [string, Offer, Partial<Terms>?][] = [
    ['of another network', { chainId: 100 }],
    ['of another token', { buyToken: `0x${'dd'.repeat(20)}` }],
    ['of the other kind', { kind: 'buy' }],
    ['of another size', { sellAmount: '1' }],
    ['of another size to buy', { buyAmount: '2' }, { kind: 'buy', buyAmount: 77n }],
    ['that has expired', { expiration: new Date(nowSeconds * 1000) }],
  ]
  test.each(misfits)(
    'excludes one %s, even when named by the order',
    async (_, change, terms = {}) => {
      const given = fixture.terms(terms)
      expect(await place(given, await offer(given, change))).toEqual({ id: null, quote: null })
    },
  )

  test('may be absent, and ignores an unknown id', async () => {
    expect(await place(fixture.terms(), 9_999_999n)).toEqual({ id: null, quote: null })
  })
})
