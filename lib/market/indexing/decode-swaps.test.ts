import {
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  maxUint256,
  parseAbi,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import type { ChainLog } from '@/lib/chain/read-logs'
import type { Hex } from '@/lib/core/bytes'
import { decodeSwaps } from './decode-swaps'

const pair: Hex = `0x${'aa'.repeat(20)}`
const pool: Hex = `0x${'bb'.repeat(20)}`
const other: Hex = `0x${'cc'.repeat(20)}`
const blockHash = toHex(7, { size: 32 })
const pools = new Map([
  [pair, 'uniswap-v2'],
  [pool, 'uniswap-v3'],
] as const)
const source = { pools, times: new Map([[blockHash, 1_700_000_000]]) }

const abi = parseAbi([
  'event Sync(uint112 reserve0, uint112 reserve1)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])
const pairAbi = parseAbi([
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])
const parties = { sender: other, to: other, recipient: other }
const syncTopics = encodeEventTopics({ abi, eventName: 'Sync' }) as Hex[]
const poolTopics = encodeEventTopics({ abi, eventName: 'Swap', args: parties }) as Hex[]
const pairTopics = encodeEventTopics({ abi: pairAbi, eventName: 'Swap', args: parties }) as Hex[]

function words(...values: bigint[]): Hex {
  return concatHex(values.map((value) => toHex(BigInt.asUintN(256, value), { size: 32 })))
}

function log(logIndex: number, part: Pick<ChainLog, 'address' | 'topics' | 'data'>): ChainLog {
  const transactionHash = toHex(1, { size: 32 })
  const place = { blockNumber: 7n, blockHash, transactionHash, logIndex, timestamp: undefined }
  return { ...place, ...part }
}

const sync = (reserve0: bigint, reserve1: bigint) => ({
  address: pair,
  topics: syncTopics,
  data: words(reserve0, reserve1),
})
const sold = { address: pair, topics: pairTopics, data: words(100n, 0n, 0n, 99n) }
const swapped = (data: Hex) => ({ address: pool, topics: poolTopics, data })
const decode = (...logs: Parameters<typeof log>[1][]) =>
  decodeSwaps(
    logs.map((part, index) => log(index, part)),
    source,
  )

test('the price after a swap of a pair follows from the preceding Sync', () => {
  expect(decode(sync(4n, 8n), sync(1_000n, 500n), sold)).toEqual([
    {
      pool: pair,
      blockNumber: 7n,
      blockHash,
      logIndex: 2,
      timestamp: 1_700_000_000,
      amount0: 100n,
      amount1: -99n,
      price: 0.5,
      depth0: 1_000n,
      depth1: 500n,
    },
  ])
})

test('reads price, depth and signed amounts from a swap of a pool', () => {
  const data = encodeAbiParameters(
    ['int256', 'int256', 'uint160', 'uint128', 'int24'].map((type) => ({ type })),
    [-5n, 20n, 2n ** 97n, 1_000n, -887_272],
  )
  expect(decode(swapped(data))).toMatchObject([
    { pool, amount0: -5n, amount1: 20n, price: 4, depth0: 500n, depth1: 2_000n },
  ])
})

test('ignores reserves of another transaction', () => {
  const other = { ...log(0, sync(1n, 1n)), transactionHash: toHex(2, { size: 32 }) }
  expect(decodeSwaps([other, log(1, sold)], source)).toEqual([])
})

test('skips logs of unknown contracts and of other blocks', () => {
  expect(decode({ ...sync(1n, 1n), address: other }, { ...sold, address: other })).toEqual([])
  const elsewhere = { ...source, times: new Map() }
  expect(decodeSwaps([log(0, sync(1n, 1n)), log(1, sold)], elsewhere)).toEqual([])
})

test('skips V3 events of a pair and V2 events of a pool', () => {
  const data = words(1n, -1n, 2n ** 96n, 1n, 0n)
  expect(decode({ ...swapped(data), address: pair })).toEqual([])
  expect(decode({ ...sync(1n, 1n), address: pool }, { ...sold, address: pool })).toEqual([])
})

test.each([
  ['no data', '0x'],
  ['a byte short', words(1n, -1n, 2n ** 96n, 1n, 0n).slice(0, -2)],
  ['a word long', words(1n, -1n, 2n ** 96n, 1n, 0n, 0n)],
  ['no price', words(1n, -1n, 0n, 1n, 0n)],
  ['a price above uint160', words(1n, -1n, 1n << 160n, 1n, 0n)],
  ['liquidity above uint128', words(1n, -1n, 2n ** 96n, 1n << 128n, 0n)],
] as [string, Hex][])('skips a swap of a pool with %s', (_, data) => {
  expect(decode(swapped(data))).toEqual([])
})

test.each([
  ['no reserves at all', [sold]],
  ['no reserve of token 0', [sync(0n, 1n), sold]],
  ['no reserve of token 1', [sync(1n, 0n), sold]],
  ['reserves a word long', [{ ...sync(1n, 1n), data: words(1n, 1n, 1n) }, sold]],
  ['amounts a word short', [sync(1n, 1n), { ...sold, data: words(1n, 0n, 0n) }]],
])('skips a swap of a pair with %s', (_, logs) => {
  expect(decode(...logs)).toEqual([])
})

test('reads the largest amounts exactly', () => {
  const max = { ...sold, data: words(maxUint256, 0n, 0n, maxUint256) }
  expect(decode(sync(maxUint256, maxUint256), max)).toMatchObject([
    { amount0: maxUint256, amount1: -maxUint256, price: 1, depth0: maxUint256 },
  ])
  expect(decode(swapped(words(2n ** 255n, 2n ** 255n - 1n, 1n, 1n, 0n)))).toMatchObject([
    { amount0: -(2n ** 255n), amount1: 2n ** 255n - 1n, depth0: 2n ** 96n, depth1: 0n },
  ])
})
