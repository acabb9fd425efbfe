import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import { trader } from '@/lib/testing/orders/order-fixture'
import type { ErrorCase } from './error-case'
import { allow, type ErrorDesk, type Sent, type Site } from './error-fixture'

const path = '/api/v1/orders'

type Signed = Parameters<ErrorDesk['submission']>[1]

async function submit(desk: ErrorDesk, how?: Signed, site: Site = 'sound'): Promise<Sent> {
  return { method: 'POST', path, site, body: await desk.submission({}, how) }
}

/** Places an order of the trader and gives its uid. */
async function place(desk: ErrorDesk, how?: Signed): Promise<string> {
  const { status, body } = await desk.send(await submit(desk, how))
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  return String(body)
}

/** An order that takes the place of another. */
async function replacing(desk: ErrorDesk, uid: string, by: object = {}): Promise<Sent> {
  const text = JSON.stringify({ version: '1.15.0', metadata: { replacedOrder: { uid } } })
  const how = { terms: { appData: hashAppData(text) }, by }
  return { method: 'POST', path, body: await desk.submission({ appData: text }, how) }
}

// What moves it reverts; whatever else is asked is answered with a large number. No pool has it.
const stuckAddress = '0x57ac57ac57ac57ac57ac57ac57ac57ac57ac57ac'
const stuckToken: Hex = `0x60003560e01c806323b872dd14602e5763a9059cbb14602e576b${'ff'.repeat(12)}60005260206000f35b60006000fd`

/** Submission errors that follow from what was there before. */
export const stateErrors: readonly ErrorCase[] = [
  {
    code: 'DuplicatedOrder',
    name: 'an order with the same uid',
    description: /^an order with this uid exists/,
    request: async (desk) => {
      const sent = await submit(desk)
      await desk.send(sent)
      return sent
    },
  },
  {
    code: 'Forbidden',
    name: 'a banned owner',
    description: /^the owner or receiver of this order is not served/,
    request: async (desk) => {
      const { address = '0x', privateKey = '0x' } = desk.network.accounts[5] ?? {}
      await desk.database.db.bannedAccount.create({ data: { address, reason: 'for a test' } })
      return submit(desk, { by: { privateKey } })
    },
  },
  {
    code: 'UnsupportedToken',
    name: 'order: a token that the operator denies',
    description: /is not supported: /,
    request: async (desk) => {
      const address = desk.network.fixtures?.isolatedToken ?? '0x'
      const data = { chainId: 1, address, reason: 'for a test' }
      await desk.database.db.deniedToken.create({ data })
      return submit(desk, { terms: { buyToken: address } })
    },
  },
  {
    code: 'TooManyLimitOrders',
    name: 'as many open orders above the market as are allowed',
    description: /has 2 open orders above the market price, at most 2 are allowed; cancel one/,
    request: async (desk) => {
      await allow(desk, { account: 3, amount: 10n ** 24n })
      const { privateKey = '0x' } = desk.network.accounts[3] ?? {}
      const by = { privateKey }
      for (let count = 0; count < 2; count++) await place(desk, { by })
      return submit(desk, { by }, 'limited')
    },
  },
  {
    code: 'TransferSimulationFailed',
    name: 'a token that will not move though balance and allowance suffice',
    description: /the sell token refuses to move \d+ from the owner/,
    request: async (desk) => {
      const stuck = { chainId: 1, address: stuckAddress, symbol: 'STUCK', decimals: 18 }
      await desk.database.db.token.create({ data: stuck })
      await createRpc(desk.network.rpcUrl)('anvil_setCode', [stuckAddress, stuckToken])
      return submit(desk, { terms: { sellToken: stuckAddress } })
    },
  },
  {
    code: 'OldOrderActivelyBidOn',
    name: 'an order to be replaced that a solver has just proposed to settle',
    description: /cancel it, or try again after five auctions/,
    request: async (desk) => {
      const uid = await place(desk)
      await propose(desk, uid)
      return replacing(desk, uid)
    },
  },
  {
    code: 'OrderNotFound',
    name: 'no order to be replaced',
    description: /^no order has the uid 0x0000/,
    request: (desk) => replacing(desk, `0x${'00'.repeat(56)}`),
  },
  {
    code: 'RateLimited',
    name: 'order: the 6th of a second',
    description: /^more than 5 requests per second, try again later$/,
    request: async (desk) => ({ ...(await submit(desk)), site: 'limited', times: 8 }),
    headers: { 'retry-after': /^1$/ },
  },
]

/** A competition in which a solver has offered to settle the order. */
async function propose({ database: { db } }: ErrorDesk, uid: string): Promise<void> {
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
