import { toHex } from 'viem'
import { expect } from 'vitest'
import { packAuctions } from '@/lib/auctions/competition/pack-auctions'
import { nativeValue } from '@/lib/auctions/model/auction'
import { surplusOf } from '@/lib/auctions/model/score'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Database, inTransaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { sumSurplus } from './surplus-query'

const wrappedNative: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
/** Native atoms per 1e18 atoms; odd, so that every division has a remainder. */
const prices = new Map<Address, bigint>([
  [wrappedNative, 10n ** 18n],
  [usdc, 333_333_333_333_333_333_333_333_337n],
])

let database: TestDatabase
let db: Database

test.beforeAll(({ database: empty }) => {
  database = empty
  db = database.db
})

const surplus = (account: Address, chainId = 1) =>
  sumSurplus(db, { chainId, account, wrappedNative })

type Fill = { readonly sellAmount: bigint; readonly buyAmount: bigint; readonly feeAmount?: bigint }

let block = 0

/** Places an order and settles a fill of it, by default in an auction of ours. */
async function settled(
  change: Partial<NewOrder>,
  { sellAmount, buyAmount, feeAmount = 0n }: Fill,
  auction: 'ours' | 'foreign' = 'ours',
): Promise<bigint> {
  const order = testOrder(change)
  await insertOrder(db, order)
  block += 1
  const [txHash, blockHash] = [toHex(block, { size: 32 }), toHex(block + 1_000, { size: 32 })]
  const place = { chainId: 1, blockHash, blockNumber: BigInt(block), timestamp: 1n, txHash }
  await db.trade.create({
    data: {
      ...place,
      logIndex: 3,
      orderUid: order.uid,
      owner: order.owner,
      sellToken: order.sellToken,
      buyToken: order.buyToken,
      sellAmount: String(sellAmount),
      buyAmount: String(buyAmount),
      feeAmount: String(feeAmount),
    },
  })
  const auctionId = auction === 'ours' ? await createAuction(blockHash) : null
  await db.settlement.create({ data: { ...place, logIndex: 4, solver: order.owner, auctionId } })
  const trade = {
    uid: order.uid,
    executedAmount: 0n,
    sellAmount: sellAmount - feeAmount,
    buyAmount,
  }
  const token = order.kind === 'sell' ? order.buyToken : order.sellToken
  const price = prices.get(token === nativeToken ? wrappedNative : token) ?? 0n
  return nativeValue(surplusOf(order, trade), price)
}

async function createAuction(blockHash: Hex): Promise<bigint> {
  const { id } = await db.auction.create({
    data: {
      chainId: 1,
      blockNumber: 1n,
      blockHash,
      deadlineBlock: 2n,
      createdAt: new Date(0),
      prices: { create: [...prices].map(([token, price]) => ({ token, price: String(price) })) },
    },
  })
  return id
}

const account = (byte: string): Address => `0x${byte.repeat(20)}`

test('is zero without trades', async () => {
  expect(await surplus(account('01'))).toBe(0n)
})

test('is the sum over all fills of sell and buy orders, without the signed fee', async () => {
  const owner = account('02')
  const limit = { sellAmount: 7n * 10n ** 17n + 1n, buyAmount: 2_000_000_003n }
  const sold = await settled(
    { owner, ...limit },
    { sellAmount: 3n * 10n ** 17n + 13n, buyAmount: 900_000_001n, feeAmount: 11n },
  )
  const bought = await settled(
    { owner, kind: 'buy', ...limit },
    { sellAmount: 6n * 10n ** 17n, buyAmount: 2_000_000_003n },
  )
  expect([sold > 0n, bought > 0n]).toEqual([true, true])
  expect(await surplus(owner)).toBe(sold + bought)
  expect(await surplus(owner, 100)).toBe(0n)
})

test('is zero for a fill at the limit, rounding included', async () => {
  const owner = account('03')
  await settled(
    { owner, sellAmount: 3n, buyAmount: 10n ** 9n },
    { sellAmount: 1n, buyAmount: 333_333_334n },
  )
  expect(await surplus(owner)).toBe(0n)
})

test('values the native token at the price of the wrapped one', async () => {
  const owner = account('04')
  const order = { owner, sellToken: usdc, buyToken: nativeToken, sellAmount: 10n, buyAmount: 10n }
  const gained = await settled(order, { sellAmount: 10n, buyAmount: 10n ** 18n })
  expect(await surplus(owner)).toBe(gained)
  expect(gained).toBe(10n ** 18n - 10n)
})

test('counts orders placed on chain for their sender and for their contract', async () => {
  const [sender, contract] = [account('05'), account('06')]
  const fill = { sellAmount: 100n, buyAmount: 10n ** 9n }
  const gained = await settled({ owner: contract, onchainSender: sender }, fill)
  expect(gained).toBeGreaterThan(0n)
  expect(await surplus(sender)).toBe(gained)
  expect(await surplus(contract)).toBe(gained)
})

test('stays the same once auctions are packed', async () => {
  const owner = account('08')
  const limit = { owner, sellAmount: 7n * 10n ** 17n + 1n, buyAmount: 2_000_000_003n }
  const fill = { sellAmount: 3n * 10n ** 17n + 13n, buyAmount: 900_000_001n }
  const sums = [await settled(limit, fill), await settled({ ...limit, kind: 'buy' }, fill)]
  const native = { owner, sellToken: usdc, buyToken: nativeToken, sellAmount: 10n, buyAmount: 10n }
  sums.push(await settled(native, { sellAmount: 10n, buyAmount: 10n ** 18n }))
  await pack()
  // One more fill in an unpacked auction.
  sums.push(await settled(limit, fill))
  expect(await surplus(owner)).toBe(sums.reduce((total, one) => total + one, 0n))
})

/** Packs all auctions. */
async function pack(): Promise<void> {
  await db.auction.updateMany({ data: { orderCount: 1 } })
  const all = { before: new Date(), limit: 99 }
  expect(await inTransaction(db, (tx) => packAuctions(tx, all))).not.toMatchObject({ auctions: 0 })
}

test('ignores settlements of other services, which have no prices', async () => {
  const owner = account('07')
  await settled({ owner }, { sellAmount: 100n, buyAmount: 10n ** 9n }, 'foreign')
  expect(await surplus(owner)).toBe(0n)
})
