import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { toUnixSeconds } from '@/lib/core/time'
import { getTestAccount } from '@/lib/devnet/accounts'
import { runOperator } from '@/lib/operator/run-operator'
import type { NewOrder } from '@/lib/orders/order-record'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { urlAs } from '@/lib/testing/database-roles'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { saveToken } from '@/lib/tokens/token-store'

/** The account that operators act upon. */
export const trader = getTestAccount(4)

/** Two tokens stored in the database, so that they need no chain. */
export const weth = getNetwork(1).wrappedNative
export const usdc = getNetwork(1).usdToken

/** The operator's name and answer to a prompt; without an answer the command has no terminal. */
type Typist = { readonly answer?: string; readonly user?: string }

/** The output of a command line and its exit code. */
export type Printed = { readonly code: number; readonly out: string; readonly err: string }

/**
 * A database on which tests run operator commands; each test starts without orders, bans and
 * denied tokens.
 */
export type OperatorFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly database: TestDatabase
  /** Runs a command line; a double-quoted phrase is one word. */
  readonly operate: (line: string, typist?: Typist) => Promise<Printed>
  /** Stores an open order. */
  readonly place: (change?: Partial<NewOrder>) => Promise<NewOrder>
  /** Submits an order of the trader as a client does. */
  readonly submit: (change?: object) => Promise<Hex>
  /** Mainnet orders that are eligible for an auction. */
  readonly inAuction: () => Promise<Hex[]>
  readonly lastAction: () => ReturnType<typeof lastActionOf>
}

/** The output of a successful command. */
export const done: Printed = { code: 0, out: expect.stringMatching(/done/), err: '' }

/** Opens the fixture on a database. `reset` deletes orders, bans, denied tokens and notifications. */
export async function openOperatorFixture(database: TestDatabase) {
  // No RPC listens there: operator input is rejected before any RPC request.
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  const ctx = createTestContext({ url: database.url, rpcUrls })
  const { db } = createTestContext({ url: urlAs(database.url, 'operator') })
  for (const address of [weth, usdc]) {
    const facts = { name: undefined, symbol: undefined, decimals: 18, unsupported: undefined }
    await saveToken(ctx.db, { chainId: 1, address, ...facts })
  }
  const validTo = () => toUnixSeconds(ctx.now()) + 3600
  const fixture: OperatorFixture = {
    ctx,
    database,
    operate: (line, typist) => operateOn({ ...ctx, db }, line, typist),
    place: async (change) => {
      const order = testOrder({ validTo: validTo(), ...change })
      await insertOrder(ctx.db, order)
      return order
    },
    submit: async (change) => {
      const pair = { sellToken: weth, buyToken: usdc, sellAmount: 1n, buyAmount: 1n }
      const terms = { ...pair, validTo: validTo(), ...change }
      return placeOrder(ctx, await signTestOrder(terms, trader))
    },
    inAuction: async () => {
      const { orders } = await listOpenOrders(ctx.db, {
        ...{ chainId: 1, nowSeconds: toUnixSeconds(ctx.now()), trusted: [weth, usdc] },
      })
      return orders.map(({ uid }) => uid)
    },
    lastAction: () => lastActionOf(ctx),
  }
  return {
    fixture,
    reset: async () => {
      await ctx.db.order.deleteMany()
      await ctx.db.bannedAccount.deleteMany()
      await ctx.db.deniedToken.deleteMany()
      await ctx.db.notification.deleteMany()
    },
    close: async () => {
      await ctx.db.$disconnect()
      await db.$disconnect()
    },
  }
}

/** Runs a command line on a given context. */
export async function operateOn(
  ctx: Context,
  line: string,
  { answer, user = 'alice' }: Typist = {},
): Promise<Printed> {
  const words = line.matchAll(/"([^"]*)"|(\S+)/g)
  const printed = { code: 0, out: '', err: '' }
  printed.code = await runOperator(ctx, {
    argv: [...words].map(([, quoted, word]) => quoted ?? word ?? ''),
    user,
    terminal: {
      print: (text) => {
        printed.out += `${text}\n`
      },
      printError: (text) => {
        printed.err += `${text}\n`
      },
      ask: answer === undefined ? undefined : async () => answer,
    },
  })
  return printed
}

function lastActionOf({ db }: OperatorFixture['ctx']) {
  return db.operatorAction.findFirst({ orderBy: { id: 'desc' } })
}
