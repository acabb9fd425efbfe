import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { solveRequest } from './solve-request'

// A stand-alone solver engine: it implements the public format and imports nothing of this service. Each order trades
// through the one V2 pool with the best price, and its owner gets all of it. Malformed requests get status 400.
// Prints its port when it listens, then the notifications about its solutions.

type Pool = {
  id: string
  kind: string
  tokens: Record<string, { balance: string }>
  fee: string
}
type Order = {
  uid: string
  sellToken: string
  buyToken: string
  sellAmount: string
  buyAmount: string
  kind: string
}
type Auction = { orders: Order[]; liquidity: Pool[]; deadline: string }

function solve({ orders, liquidity, deadline }: Auction) {
  if (Date.parse(deadline) < Date.now()) return { solutions: [] }
  const pools = liquidity.filter(({ kind }) => kind === 'constantProduct')
  const solutions = orders.flatMap((order, index) => {
    const offers = pools.flatMap((pool) => {
      const out = payOut(pool, order)
      return out >= BigInt(order.buyAmount) && order.kind === 'sell' ? [{ pool, out }] : []
    })
    const best = offers.sort((a, b) => (a.out > b.out ? -1 : 1))[0]
    return best ? [toSolution(index, order, best)] : []
  })
  return { solutions }
}

/** x * y = k with the fee on the input, rounded down as in the pair contract (Uniswap v2). */
function payOut({ tokens, fee }: Pool, { sellToken, buyToken, sellAmount }: Order): bigint {
  const [from, to] = [tokens[sellToken], tokens[buyToken]]
  if (!from || !to) return 0n
  const kept = 1_000_000n - BigInt(Math.round(Number(fee) * 1e6))
  const paid = (BigInt(sellAmount) * kept) / 1_000n
  return (paid * BigInt(to.balance)) / (BigInt(from.balance) * 1_000n + paid)
}

function toSolution(id: number, order: Order, { pool, out }: { pool: Pool; out: bigint }) {
  return {
    id,
    prices: { [order.sellToken]: String(out), [order.buyToken]: order.sellAmount },
    trades: [{ kind: 'fulfillment', order: order.uid, executedAmount: order.sellAmount, fee: '0' }],
    preInteractions: [],
    interactions: [
      {
        kind: 'liquidity',
        internalize: false,
        id: pool.id,
        inputToken: order.sellToken,
        outputToken: order.buyToken,
        inputAmount: order.sellAmount,
        outputAmount: String(out),
      },
    ],
    postInteractions: [],
    gas: 150_000,
  }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  if (request.url === '/notify') process.stdout.write(`${body}\n`)
  const isSolve = request.method === 'POST' && request.url === '/solve'
  const { data, error } = isSolve ? solveRequest.safeParse(JSON.parse(body)) : {}
  if (error) process.stderr.write(`${error.message}\n`)
  response.statusCode = isSolve ? (data ? 200 : 400) : 404
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(data ? solve(JSON.parse(body)) : {}))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
