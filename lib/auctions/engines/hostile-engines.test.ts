import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect } from 'vitest'
import type { Solver } from '@/lib/auctions/model/solution'
import { runAuction, solvers } from '@/lib/auctions/selection/run-auction'
import { amountOut } from '@/lib/liquidity/swap-pool'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { solveRequest } from '@/lib/testing/auctions/solve-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { engineSolvers } from './engine-solvers'

let database: TestDatabase
let url = ''
let respond: (response: ServerResponse, body: string) => void = () => {}
let asked: Record<string, unknown> = {}
/** Returns violations of the public format in a request. */
const faults: unknown[] = []

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  asked = { path: request.url, ...JSON.parse(body || '{}') }
  if (request.url === '/solve')
    faults.push(...(solveRequest.safeParse(JSON.parse(body)).error?.issues ?? []))
  respond(response, body)
})

test.beforeAll(async ({ database: empty }) => {
  database = empty
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

afterEach(() => expect(faults.splice(0)).toEqual([]))

const context = () =>
  createTestContext({ url: database.url, environment: { SOLVER_ENGINES: `hostile=${url}` } })

const pool = fixturePool([usdc, milli(1_000_000)], [dai, milli(1_000_000)])
const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) })
const other = fixtureOrder(2, { sellToken: dai, buyToken: weth })
const isolated = {
  ...fixtureOrder(3, { sellToken: usdc, buyToken: dai, buyAmount: milli(990) }),
  isIsolated: true,
}
const auction = fixtureAuction([order, other, isolated], [pool], { gasPrice: 10n ** 9n })
const out = amountOut(pool, { token: usdc, amount: milli(1000) }, dai) ?? 0n

const trade = { kind: 'fulfillment', order: order.uid, executedAmount: String(milli(1000)) }
const hop = {
  kind: 'liquidity',
  internalize: false,
  id: pool.address,
  inputToken: usdc,
  outputToken: dai,
  inputAmount: String(milli(1000)),
  outputAmount: String(out),
}
const good = {
  id: 1,
  prices: { [usdc]: String(out), [dai]: String(milli(1000)) },
  trades: [trade],
  interactions: [hop],
}
const better = { ...good.prices, [usdc]: String(milli(1000)) }
const custom = {
  kind: 'custom',
  target: auction.vaultRelayer,
  value: '0',
  callData: '0x',
  allowances: [],
  inputs: [],
  outputs: [],
}

const send = (answer: unknown) => (response: ServerResponse) => {
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
}
const engine = (): Solver[] => engineSolvers(context())
/** A timeout long enough for any answer on a busy machine, and one for engines that never answer. */
const ampleMs = 60_000
const briefMs = 4_000
const compete = async (timeMs = ampleMs) => {
  const unfinishedSolvers: string[] = []
  const competitors = [...solvers, ...engine()]
  const onUnfinished = (name: string) => unfinishedSolvers.push(name)
  const options = { competitors, auctionId: 7n, timeMs, onUnfinished }
  const participants = await runAuction(context(), auction, options)
  return { unfinishedSolvers, names: participants.map(({ solution }) => solution.solver) }
}

test('an honest solution wins because the engine keeps nothing for gas', async () => {
  respond = send({ solutions: [good] })
  expect((await compete()).names[0]).toBe('hostile')
  expect(asked).toMatchObject({
    path: '/solve',
    id: '7',
    effectiveGasPrice: '1000000000',
    tokens: {
      [usdc]: { referencePrice: String(10n ** 18n), availableBalance: '0', trusted: false },
    },
    liquidity: [{ kind: 'constantProduct', id: pool.address, fee: '0.003' }],
  })
  expect(asked.orders).toHaveLength(2)
  expect(Date.parse(String(asked.deadline))).toBeGreaterThan(Date.now())
})

test('a fee is deducted from the sell amount', async () => {
  const fee = milli(1)
  const executedAmount = String(milli(1000) - fee)
  respond = send({
    solutions: [{ ...good, trades: [{ ...trade, executedAmount, fee: String(fee) }] }],
  })
  const [solution] = (await engine()[0]?.solve(auction)) ?? []
  const paid = (executed: bigint) => (executed * out + milli(1000) - 1n) / milli(1000)
  expect(solution?.trades).toEqual([
    {
      uid: order.uid,
      executedAmount: milli(1000),
      sellAmount: milli(1000),
      buyAmount: paid(milli(1000) - fee),
    },
  ])
})

describe('other solvers still win when an engine answers', () => {
  const solutionOf = (change: object) => ({ solutions: [{ ...good, ...change }] })
  const overfilled = { ...trade, executedAmount: String(milli(1001)) }
  const huge = String(2n ** 256n)
  const rows: readonly [string, (response: ServerResponse) => void, number?][] = [
    ['no solutions', send({ solutions: [] })],
    ['no JSON', send('solutions')],
    ['another form', send({ solution: [good] })],
    ['null', send('null')],
    ['nothing', send('')],
    ['deep nesting', send('['.repeat(100_000))],
    ['a status of 500', (response) => response.writeHead(500).end(JSON.stringify(solutionOf({})))],
    ['a redirect', (response) => response.writeHead(307, { location: `${url}/else` }).end()],
    ['more than 2 MiB', send({ solutions: [good], padding: 'x'.repeat(2 ** 21) })],
    ['half an answer', (response) => response.write('{"solutions":[') && response.destroy()],
    ['never', () => {}, briefMs],
    ['byte after byte', (response) => void drip(response), briefMs],
    ['too many solutions', send({ solutions: Array.from({ length: 21 }, () => good) })],
    ['prices better than the pool pays', send(solutionOf({ prices: better }))],
    [
      'a pool that pays more',
      send(
        solutionOf({
          prices: better,
          interactions: [{ ...hop, outputAmount: String(milli(1000)) }],
        }),
      ),
    ],
    ['no trades with pools', send(solutionOf({ interactions: [] }))],
    ['a pool twice', send(solutionOf({ interactions: [hop, hop] }))],
    ['an unknown pool', send(solutionOf({ interactions: [{ ...hop, id: weth }] }))],
    [
      'tokens that the pool has not',
      send(solutionOf({ interactions: [{ ...hop, outputToken: weth }] })),
    ],
    ['an order twice', send(solutionOf({ trades: [trade, trade] }))],
    [
      'an unknown order',
      send(solutionOf({ trades: [{ ...trade, order: `0x${'9'.repeat(112)}` }] })),
    ],
    ['an overfilled order', send(solutionOf({ trades: [overfilled] }))],
    [
      'a part of a fill-or-kill order',
      send(solutionOf({ trades: [{ ...trade, executedAmount: '1' }] })),
    ],
    ['an isolated order', send(solutionOf({ trades: [{ ...trade, order: isolated.uid }] }))],
    ['a price below the limit', send(solutionOf({ prices: { ...good.prices, [usdc]: '1' } }))],
    ['no prices', send(solutionOf({ prices: {} }))],
    ['prices of zero', send(solutionOf({ prices: { [usdc]: '0', [dai]: '0' } }))],
    ['prices above uint256', send(solutionOf({ prices: { [usdc]: huge, [dai]: huge } }))],
    ['negative amounts', send(solutionOf({ trades: [{ ...trade, executedAmount: '-5' }] }))],
    [
      'a fee above everything',
      send(solutionOf({ trades: [{ ...trade, fee: String(milli(5000)) }] })),
    ],
    ['a trade of its own (JIT)', send(solutionOf({ trades: [{ kind: 'jit', order: {} }] }))],
    ['a call of the vault relayer', send(solutionOf({ interactions: [hop, custom] }))],
    ['a call before the trades', send(solutionOf({ preInteractions: [custom] }))],
    ['a call after the trades', send(solutionOf({ postInteractions: [custom] }))],
    ['a flash loan', send(solutionOf({ flashloans: { [order.uid]: { amount: '1' } } }))],
    [
      'the prototype of objects',
      send('{"solutions":[{"__proto__":{"id":1},"prices":{"__proto__":"1"}}]}'),
    ],
  ]

  test.each(rows)('%s', async (_, answer, timeMs) => {
    respond = answer
    const { names } = await compete(timeMs)
    expect(names).toContain('route')
    expect(names).not.toContain('hostile')
  })

  test('a late engine is reported as unfinished; a bad solution does not discard a good one', async () => {
    respond = () => {}
    expect((await compete(briefMs)).unfinishedSolvers).toContain('hostile')
    respond = send({ solutions: [{ ...good, trades: [] }, good] })
    expect(await compete()).toMatchObject({
      unfinishedSolvers: [],
      names: ['hostile', 'route', 'route'],
    })
  })
})

/** Keeps a connection busy beyond every timeout. */
async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write(' ')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
