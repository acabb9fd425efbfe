import { beforeEach, describe, expect } from 'vitest'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { replayAuction } from '@/lib/auctions/replay/replay-auction'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n

/** Bytecode that returns the ERC-1271 magic value if a condition holds; its failing branch continues at `at`. */
const magicIf = (condition: string, at: string) =>
  `0x${condition}60${at}5760006000fd5b7f1626ba7e${'00'.repeat(28)}60005260206000f3`

const wallets = [
  {
    does: 'rejects every signature',
    so: 'they are left out of the auction',
    code: '0x60006000fd',
    isAvoided: (entry?: AuctionOrder) => entry === undefined,
  },
  {
    does: 'accepts signatures only if the caller is the transaction origin',
    so: 'they count as unfunded',
    code: magicIf('333214', '0b'),
    isAvoided: (entry?: AuctionOrder) => entry?.available === 0n,
  },
  {
    does: 'accepts signatures only at a gas price of zero, as in simulations',
    so: 'they are isolated',
    code: magicIf('3a15', '0a'),
    isAvoided: (entry?: AuctionOrder) => entry?.isIsolated === true,
  },
]

let fixture: SolverFixture
let ctx: Context
let wallet: Address

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  wallet = fixture.network.accounts[9]?.address ?? '0x'
  for (const symbol of ['WETH', 'USDC']) {
    const approval = { owner: wallet, spender: defaultVaultRelayer, amount: maxUint256 }
    await approve(fixture.network.rpcUrl, { token: fixture.token(symbol), ...approval })
  }
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

let placed = 0

/** Orders of the wallet with almost no surplus, so that none is tried alone. */
async function placeDead(count: number): Promise<NewOrder[]> {
  const orders: NewOrder[] = []
  const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
  for (let i = 0; i < count; i += 1) {
    const [sellToken, buyToken] = i % 2 === 0 ? [weth, usdc] : [usdc, weth]
    const sellAmount = i % 2 === 0 ? 10n ** 15n : 3_000_000n
    const validTo = 4_200_000_000 + placed++
    const order = completeOrder({ sellToken, buyToken, sellAmount, buyAmount: 1n, validTo })
    const by = { owner: wallet, signingScheme: 'eip1271', signature: '0x' } as const
    orders.push(await fixture.placeSigned(order, by))
  }
  return orders
}

async function placeGood(pairs: number): Promise<NewOrder[]> {
  const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
  const orders: NewOrder[] = []
  for (let i = 0; i < pairs; i += 1) {
    const ask = { sellToken: weth, buyToken: usdc, sellAmount: ether / 10n + BigInt(i) }
    const bid = { sellToken: usdc, buyToken: weth, sellAmount: 300_000_000n + BigInt(i) }
    orders.push(await fixture.place(1 + i, ask), await fixture.place(1 + i, bid))
  }
  return orders
}

describe.each(wallets)(
  'orders of a wallet that, after signing, $does',
  ({ so, code, isAvoided }) => {
    test(`do not stop ten other orders from settling together, even if new ones arrive each round: ${so}`, async () => {
      await fixture.rpc('anvil_setCode', [wallet, code])
      for (let round = 0; round < 2; round += 1) {
        const dead = await placeDead(6)
        const good = await placeGood(5)
        const { state, auctionId = 0n } = await fixture.settle()
        expect(state).toBe('mined')
        expect(await Promise.all(good.map(fixture.filled))).toEqual(
          good.map((one) => one.sellAmount),
        )
        const { orderUids } = await ctx.db.settlementTransaction.findFirstOrThrow({
          where: { solutions: { some: { auctionId } } },
        })
        expect(orderUids.toSorted()).toEqual(good.map(({ uid }) => uid).toSorted())
        const input = await findAuctionInput(ctx.db, auctionId)
        const entries = dead.map(({ uid }) => input?.auction.orders.find((one) => one.uid === uid))
        expect(entries.map((entry) => isAvoided(entry))).toEqual(dead.map(() => true))
        expect((await replayAuction(ctx, auctionId)).differences).toEqual([])
        await ctx.db.order.updateMany({
          where: { uid: { in: good.map(({ uid }) => uid) } },
          data: { status: 'cancelled' },
        })
      }
    })
  },
)
