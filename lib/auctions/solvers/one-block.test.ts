import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeEach, expect } from 'vitest'
import { type BuiltAuction, buildAuction } from '@/lib/auctions/build/build-auction'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import { minAmount, mulDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { ConstantProductPool, Pool } from '@/lib/liquidity/pool'
import { nativePrice } from '@/lib/market/prices/native-price'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { openUntrustedMarket } from '@/lib/testing/chain/untrusted-market'
import { type LocalServer, startLocalServer } from '@/lib/testing/local-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

const ether = 10n ** 18n
const pairAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function sync()',
])

let fixture: SolverFixture
let relay: LocalServer
/** A token priced by one pair only. */
let rare: Address
/** Chain events right after a head was reported. */
let meanwhile: (() => Promise<unknown>) | undefined

/** A node whose chain advances after it has first reported the head. */
test.beforeAll(async ({ solver }) => {
  fixture = solver
  const by = fixture.network.accounts[2]?.address ?? '0x'
  const pairs = [{ token: fixture.token('WETH'), held: 50n * ether, own: 1_000n * ether }]
  rare = await openUntrustedMarket(fixture, { by, kind: 'plain', pairs })
  relay = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(fixture.network.rpcUrl, { method: 'POST', headers, body })
    const text = await answer.text()
    if (body.includes('"eth_getBlockByNumber"')) {
      const act = meanwhile
      meanwhile = undefined
      await act?.()
    }
    response.setHeader('content-type', 'application/json').end(text)
  })
})
afterAll(async () => {
  await relay?.close()
})
beforeEach(() => fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** Builds an auction in a separate process, while `act` runs between two reads. */
async function buildDuring(act?: () => Promise<unknown>): Promise<BuiltAuction> {
  const ctx = createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, relay.url]]),
    environment: { EMBEDDED_CHAIN_IDS: '1' },
  })
  meanwhile = act
  return buildAuction(ctx, { chainId: 1, without: new Map() })
}

/** A partially fillable order of at least half a WETH, so that its owner's funds decide. */
const place = (sellAmount: bigint) =>
  fixture.place(1, {
    sellAmount,
    partiallyFillable: true,
    buyAmount: 1n,
    buyToken: rare,
  })

/** With gas of its own: an estimate falls short if a second passes before the block, in which a pool writes more. */
const send = (from: Address, to: Address, data: Hex) =>
  sendTransaction(fixture.rpc, { from, to, data, gas: 500_000 })

const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** A block in which an order's owner sells half of his WETH to a pool, which changes its price. */
const mineChange = (order: NewOrder, pool: Pool) => async () => {
  const held = await balanceOf(order)
  await send(order.owner, order.sellToken, transfer(pool.address, held / 2n))
  const sync = encodeFunctionData({ abi: pairAbi, functionName: 'sync' })
  await send(order.owner, pool.address, sync)
}

const balanceOf = ({ owner, sellToken }: NewOrder, blockNumber?: bigint): Promise<bigint> =>
  fixture.ctx.chain(1).client.readContract({
    address: sellToken,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
    ...(blockNumber === undefined ? {} : { blockNumber }),
  })

function auctionOf({ auction }: BuiltAuction): Auction {
  if (!auction) throw new Error('there is no auction')
  return auction
}

function isPair(pool: Pool): pool is ConstantProductPool {
  return pool.protocol === 'uniswap-v2'
}

/** Compares all of an auction's data with its block. */
async function expectOneBlock(auction: Auction, order: NewOrder): Promise<void> {
  const { client, network } = fixture.ctx.chain(1)
  const { blockNumber, blockHash, orders, pools, prices } = auction
  expect((await client.getBlock({ blockNumber })).hash).toBe(blockHash)
  const held = await balanceOf(order, blockNumber)
  const needed = order.sellAmount + order.feeAmount
  expect(orders.map(({ available }) => available)).toEqual([minAmount(held, needed)])
  const pairs = pools.filter(isPair)
  expect(pairs.length).toBeGreaterThan(3)
  for (const { address, reserve0, reserve1 } of pairs) {
    const asked = { address, abi: pairAbi, functionName: 'getReserves', blockNumber } as const
    const [first, second] = await client.readContract(asked)
    expect([reserve0, reserve1]).toEqual([first, second])
  }
  expect(prices.size).toBeGreaterThan(1)
  for (const [token, price] of prices) expect(price).toBe(nativePrice(pools, network, token))
}

/** The pair of the two tokens of an order. */
function pairOf({ pools }: Auction, { sellToken, buyToken }: NewOrder): ConstantProductPool {
  const pair = pools
    .filter(isPair)
    .find(
      ({ token0, token1 }) =>
        [token0, token1].sort().join() === [sellToken, buyToken].sort().join(),
    )
  if (!pair) throw new Error('the tokens have no pair')
  return pair
}

test('an auction reads balances, pools and prices at one block', async () => {
  const order = await place(10_000_000n * ether)
  await expectOneBlock(auctionOf(await buildDuring()), order)
})

test('a block mined meanwhile does not change the auction', async () => {
  const order = await place(10_000_000n * ether)
  const before = auctionOf(await buildDuring())
  const pool = pairOf(before, order)
  const auction = auctionOf(await buildDuring(mineChange(order, pool)))
  await expectOneBlock(auction, order)
  expect(auction.blockHash).toBe(before.blockHash)
  const after = auctionOf(await buildDuring())
  await expectOneBlock(after, order)
  expect(after.orders[0]?.available).toBe(mulDiv(before.orders[0]?.available ?? 0n, 1n, 2n))
  expect(pairOf(after, order)).not.toEqual(pool)
  expect(after.prices).not.toEqual(before.prices)
})

test('runs no auction on a block that is reorged while it is read', async () => {
  const order = await place(ether)
  const { pools } = auctionOf(await buildDuring())
  const snapshot = await fixture.rpc('evm_snapshot', [])
  await fixture.rpc('evm_mine', [])
  // Another block of the same number with the old state.
  const replaced = async () => {
    await fixture.rpc('evm_revert', [snapshot])
    await fixture.rpc('evm_increaseTime', [7])
    await fixture.rpc('evm_mine', [])
  }
  expect(await buildDuring(replaced)).toEqual({ auction: undefined, shortOrders: undefined })
  const auction = auctionOf(await buildDuring())
  await expectOneBlock(auction, order)
  expect(auction.pools).toHaveLength(pools.length)
})
