import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import { nowSeconds, trader } from '@/lib/testing/orders/order-fixture'
import { allow, type ErrorCase, type ErrorFixture, type Sent, type Site } from './error-fixture'

const path = '/api/v1/orders'

type Signed = Parameters<ErrorFixture['submission']>[1]

async function submit(fixture: ErrorFixture, how?: Signed, site: Site = 'sound'): Promise<Sent> {
  return { method: 'POST', path, site, body: await fixture.submission({}, how) }
}

/** Places an order of the trader and returns its uid. */
async function place(fixture: ErrorFixture, how?: Signed): Promise<string> {
  const { status, body } = await fixture.send(await submit(fixture, how))
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  return String(body)
}

/** Returns an order that replaces another. */
async function replacing(fixture: ErrorFixture, uid: string, by: object = {}): Promise<Sent> {
  const text = JSON.stringify({ version: '1.15.0', metadata: { replacedOrder: { uid } } })
  const how = { terms: { appData: hashAppData(text) }, by }
  return { method: 'POST', path, body: await fixture.submission({ appData: text }, how) }
}

/** Returns a part of the trader's schedule of this name. */
async function partOf(fixture: ErrorFixture, id: string): Promise<Sent> {
  const metadata = { schedule: { id }, validFrom: nowSeconds }
  const text = JSON.stringify({ version: '1.15.0', metadata })
  const how = { terms: { appData: hashAppData(text) } }
  return { method: 'POST', path, body: await fixture.submission({ appData: text }, how) }
}

// Every transfer reverts; any other call returns a large number. No pool holds it.
const stuckAddress = '0x57ac57ac57ac57ac57ac57ac57ac57ac57ac57ac'
const stuckToken: Hex = `0x60003560e01c806323b872dd14602e5763a9059cbb14602e576b${'ff'.repeat(12)}60005260206000f35b60006000fd`

/** Submission errors that depend on earlier state. */
export const stateErrors: readonly ErrorCase[] = [
  {
    code: 'DuplicatedOrder',
    name: 'an order with the same uid',
    description: /^an order with this uid exists/,
    request: async (fixture) => {
      const sent = await submit(fixture)
      await fixture.send(sent)
      return sent
    },
  },
  {
    code: 'Forbidden',
    name: 'a banned owner',
    description: /^the owner or receiver of this order is not served/,
    request: async (fixture) => {
      const { address = '0x', privateKey = '0x' } = fixture.network.accounts[5] ?? {}
      await fixture.database.db.bannedAccount.create({ data: { address, reason: 'for a test' } })
      return submit(fixture, { by: { privateKey } })
    },
  },
  {
    code: 'UnsupportedToken',
    name: 'order: a token that the operator denies',
    description: /is not supported: /,
    request: async (fixture) => {
      const address = fixture.network.fixtures?.isolatedToken ?? '0x'
      const data = { chainId: 1, address, reason: 'for a test' }
      await fixture.database.db.deniedToken.create({ data })
      return submit(fixture, { terms: { buyToken: address } })
    },
  },
  {
    code: 'TooManyLimitOrders',
    name: 'as many open orders above the market as are allowed',
    description: /has 2 open orders above the market price, at most 2 are allowed; cancel one/,
    request: async (fixture) => {
      await allow(fixture, { account: 3, amount: 10n ** 24n })
      const { privateKey = '0x' } = fixture.network.accounts[3] ?? {}
      const by = { privateKey }
      for (let count = 0; count < 2; count++) await place(fixture, { by })
      return submit(fixture, { by }, 'limited')
    },
  },
  {
    code: 'InvalidSchedule',
    name: 'a second part of a schedule with the same validFrom',
    description: /^the schedule weekly has a part with metadata\.validFrom \d+ already/,
    request: async (fixture) => {
      const part = () => partOf(fixture, 'weekly')
      await fixture.send(await part())
      return part()
    },
  },
  {
    code: 'TransferSimulationFailed',
    name: 'a token that will not move though balance and allowance suffice',
    description: /the sell token refuses to move \d+ from the owner/,
    request: async (fixture) => {
      const stuck = { chainId: 1, address: stuckAddress, symbol: 'STUCK', decimals: 18 }
      await fixture.database.db.token.create({ data: stuck })
      await createRpc(fixture.network.rpcUrl)('anvil_setCode', [stuckAddress, stuckToken])
      return submit(fixture, { terms: { sellToken: stuckAddress } })
    },
  },
  {
    code: 'OldOrderActivelyBidOn',
    name: 'an order to be replaced that a solver has just proposed to settle',
    description: /cancel it, or try again after five auctions/,
    request: async (fixture) => {
      const uid = await place(fixture)
      await propose(fixture, uid)
      return replacing(fixture, uid)
    },
  },
  {
    code: 'OrderNotFound',
    name: 'no order to be replaced',
    description: /^no order has the uid 0x0000/,
    request: (fixture) => replacing(fixture, `0x${'00'.repeat(56)}`),
  },
  {
    code: 'RateLimited',
    name: 'order: the 6th of a second',
    description: /^more than 5 requests per second, try again later$/,
    request: async (fixture) => ({ ...(await submit(fixture)), site: 'limited', times: 8 }),
    headers: { 'retry-after': /^1$/ },
  },
]

/** Stores a competition in which a solver has proposed a solution for the order. */
async function propose({ database: { db } }: ErrorFixture, uid: string): Promise<void> {
  const { id: auctionId } = await db.auction.create({
    data: {
      chainId: 1,
      blockNumber: 1n,
      blockHash: `0x${'01'.repeat(32)}`,
      deadlineBlock: 2n,
      createdAt: new Date(),
    },
  })
  await db.solution.create({
    data: {
      auctionId,
      solver: 'route',
      solverAddress: trader.address,
      score: '1',
      ranking: 1,
      isWinner: true,
      filteredOut: false,
      clearingPrices: {},
      gas: 1n,
      orders: [{ id: uid, sellAmount: '1', buyAmount: '1' }],
    },
  })
}
