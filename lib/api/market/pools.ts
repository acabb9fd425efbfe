import { z } from 'zod'
import { answer, lastModified } from '@/lib/api/declare/answer'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { address, addressText, integerText, tokenOrNative } from '@/lib/api/declare/fields'
import { exampleToken, unknownToken } from '@/lib/api/order-book/order-examples'
import { listPools, maxPools, type PoolFilter, pageOf } from '@/lib/market/pools/list-pools'
import { averageAprs, type MeasuredPool } from '@/lib/market/pools/measure-pools'

const pool = z
  .object({
    contract_address: addressText.describe('The pool'),
    chain_id: z.int().describe('Its network'),
    project: z.string().describe('Protocol of the pool: uniswap_v2 or uniswap_v3'),
    apr: z.number().describe('Fees of the last 24 hours as percent of tvl in a year'),
    fee: z.number().describe('Fee of a trade in percent'),
    tvl: z.number().describe('What the pool holds, in US dollars'),
    volume: z.number().describe('What was traded in the last 24 hours, in US dollars'),
  })
  .meta({ id: 'Pool' })

const oneOf = (values: string) => `must be one of ${values}`

const page = z.object({
  sort: z
    .enum(['tvl', 'volume', 'apr', 'fee'], oneOf('tvl, volume, apr, fee'))
    .default('tvl')
    .describe('By what they are sorted'),
  order: z
    .enum(['asc', 'desc'], oneOf('asc, desc'))
    .default('desc')
    .describe('Smallest or largest first'),
  offset: integerText(0, 1_000_000).default(0).describe('How many to skip'),
  limit: integerText(1, maxPools).default(maxPools).describe('How many at most, 1 to 500'),
})

const example = {
  contract_address: '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc',
  chain_id: 1,
  project: 'uniswap_v2',
  apr: 3.65,
  fee: 0.3,
  tvl: 20_000_000,
  volume: 666_666.67,
}
const given = 'a market that is indexed'
/** Pools are measured by each query, over a day of candles: once a minute suffices. */
const cache = { freshSeconds: 60, staleSeconds: 600 }

/** GET /{chainId}/yield/pools. */
export const listPoolsOfToken = defineEndpoint({
  name: 'listPoolsOfToken',
  method: 'GET',
  path: '/{chainId}/yield/pools',
  summary:
    'Pools with what they hold, trade and yield; those whose value is not known are left out',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  cache,
  query: page.extend({
    token: tokenOrNative
      .optional()
      .describe('Only pools of this token (- or 0xeeee…: the native one); all unless told'),
  }),
  response: z.array(pool),
  examples: [
    {
      summary: 'The deepest pool of WETH',
      given,
      query: { token: exampleToken, limit: '1' },
      varies: true,
      response: [example],
    },
    {
      summary: 'Pools of an address that no pool has',
      given,
      query: { token: unknownToken },
      response: [],
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'An unknown sequence',
      query: { sort: 'size' },
      description: 'sort must be one of tvl, volume, apr, fee',
    }),
  ],
  run: async (ctx, { query: { token, ...rest }, network }) => {
    const { chainId } = network
    const filter: PoolFilter = token === undefined ? { chainId } : { chainId, token }
    const { pools, at } = await listPools(ctx, filter)
    const body = pageOf(pools, rest).map((one) => viewPool(chainId, one))
    return answer({ status: 200, body, headers: lastModified(at) })
  },
})

/** POST /{chainId}/yield/pools. */
export const listPoolsByAddress = defineEndpoint({
  name: 'listPoolsByAddress',
  method: 'POST',
  path: '/{chainId}/yield/pools',
  summary: 'The same for pools by their addresses, up to 500; all for an empty list',
  tag: 'Market data',
  query: page,
  body: z
    .array(address, 'must be a list of addresses')
    .max(maxPools, `must name at most ${maxPools} pools`)
    .meta({ id: 'PoolAddresses' }),
  response: z.array(pool),
  examples: [
    {
      summary: 'The pool that traded most',
      given,
      query: { sort: 'volume', limit: '1' },
      body: [],
      varies: true,
      response: [example],
    },
    { summary: 'A pool that is not known', given, body: [unknownToken], response: [] },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A malformed address',
      body: ['0x12'],
      description: '0 must be an address: 0x and 40 hexadecimal digits',
    }),
  ],
  run: async (ctx, { query, body, network }) => {
    const { chainId } = network
    const named = body.length === 0 ? { chainId } : { chainId, addresses: body }
    const { pools, at } = await listPools(ctx, named)
    const page = pageOf(pools, query).map((one) => viewPool(chainId, one))
    return answer({ status: 200, body: page, headers: lastModified(at) })
  },
})

/** GET /{chainId}/yield/pools-average-apr. */
export const getAverageAprs = defineEndpoint({
  name: 'getAverageAprs',
  method: 'GET',
  path: '/{chainId}/yield/pools-average-apr',
  summary: 'Yield of each protocol’s pools together, in percent a year',
  tag: 'Market data',
  cacheControl: 'public, max-age=60',
  cache,
  response: z.record(z.string(), z.number()).meta({ id: 'AverageAprs' }),
  examples: [
    {
      summary: 'Both protocols',
      given,
      varies: true,
      response: { uniswap_v2: 1.825, uniswap_v3: 4.21 },
    },
  ],
  run: async (ctx, { network: { chainId } }) => {
    const { pools, at } = await listPools(ctx, { chainId })
    const aprs = [...averageAprs(pools)].map(([name, apr]) => [projectOf(name), rounded(apr, 6)])
    return answer({ status: 200, body: Object.fromEntries(aprs), headers: lastModified(at) })
  },
})

function viewPool(chainId: number, { pool, tvlUsd, volumeUsd, aprPercent }: MeasuredPool) {
  return {
    contract_address: pool.address,
    chain_id: chainId,
    project: projectOf(pool.protocol),
    apr: rounded(aprPercent, 6),
    fee: pool.feePpm / 10_000,
    tvl: rounded(tvlUsd, 2),
    volume: rounded(volumeUsd, 2),
  }
}

function projectOf(protocol: MeasuredPool['pool']['protocol']): string {
  return protocol.replace('-', '_')
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
