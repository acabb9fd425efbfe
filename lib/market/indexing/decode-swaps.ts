import { toEventSelector } from 'viem'
import type { ChainLog } from '@/lib/chain/read-logs'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { PairPool } from '@/lib/liquidity/pool'

const pairSync = toEventSelector('Sync(uint112,uint112)')
const pairSwap = toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')
const poolSwap = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')

/** Event selectors (topic 0) that {@link decodeSwaps} reads. */
export const swapTopics: readonly Hex[] = [pairSync, pairSwap, poolSwap]

/** Pools and block times needed to decode swaps. */
export type SwapSource = {
  /** Protocols by pool; logs of other contracts are skipped. */
  readonly pools: ReadonlyMap<Address, PairPool['protocol']>
  /** Unix seconds by block hash; logs of other blocks are skipped. */
  readonly times: ReadonlyMap<Hex, number>
}

type Reserves = { readonly transactionHash: Hex; readonly data: Hex }
type Traded = Pick<PoolSwap, 'amount0' | 'amount1' | 'price' | 'depth0' | 'depth1'>

/**
 * Decodes the swaps of Uniswap V2 pairs and V3 pools from logs in chain order, whole transactions at a time.
 * Skips malformed logs: wrong length, missing reserves, or a price that is not positive and finite.
 *
 * A pair's reserves come from the `Sync` before its `Swap`. Decoded by hand: decoding dominates the backfill,
 * and viem takes twenty times as long.
 */
export function decodeSwaps(logs: readonly ChainLog[], { pools, times }: SwapSource): PoolSwap[] {
  const synced = new Map<Address, Reserves>()
  const swaps: PoolSwap[] = []
  for (const log of logs) {
    const { address: pool, blockNumber, blockHash, logIndex, transactionHash, data } = log
    const protocol = pools.get(pool)
    const timestamp = times.get(blockHash)
    if (!protocol || timestamp === undefined) continue
    const [event] = log.topics
    if (event === pairSync) synced.set(pool, { transactionHash, data })
    const traded = decodeTrade(log, { protocol, reserves: synced.get(pool) })
    if (!traded || !(traded.price > 0 && traded.price < Number.POSITIVE_INFINITY)) continue
    swaps.push({ pool, blockNumber, blockHash, logIndex, timestamp, ...traded })
  }
  return swaps
}

type PoolState = {
  readonly protocol: PairPool['protocol']
  readonly reserves: Reserves | undefined
}

function decodeTrade(log: ChainLog, { protocol, reserves }: PoolState): Traded | undefined {
  const [event] = log.topics
  switch (protocol) {
    case 'uniswap-v2':
      if (event !== pairSwap || reserves?.transactionHash !== log.transactionHash) return undefined
      return decodePairSwap(log.data, reserves.data)
    case 'uniswap-v3':
      return event === poolSwap ? decodePoolSwap(log.data) : undefined
  }
}

function decodePairSwap(data: Hex, reserves: Hex): Traded | undefined {
  if (!hasWords(data, 4) || !hasWords(reserves, 2)) return undefined
  const depth0 = word(reserves, 0)
  const depth1 = word(reserves, 1)
  return {
    amount0: word(data, 0) - word(data, 2),
    amount1: word(data, 1) - word(data, 3),
    price: Number(depth1) / Number(depth0),
    depth0,
    depth1,
  }
}

/** Uniswap V3's unit of root prices (Q64.96), and its limits of uint160 and uint128: a forged event may exceed them. */
const q96 = 2 ** 96
const maxSqrtPrice = 1n << 160n
const maxLiquidity = 1n << 128n

function decodePoolSwap(data: Hex): Traded | undefined {
  if (!hasWords(data, 5)) return undefined
  const sqrtPrice = word(data, 2)
  const liquidity = word(data, 3)
  if (sqrtPrice === 0n || sqrtPrice >= maxSqrtPrice || liquidity >= maxLiquidity) return undefined
  return {
    amount0: BigInt.asIntN(256, word(data, 0)),
    amount1: BigInt.asIntN(256, word(data, 1)),
    price: (Number(sqrtPrice) / q96) ** 2,
    depth0: (liquidity << 96n) / sqrtPrice,
    depth1: (liquidity * sqrtPrice) >> 96n,
  }
}

function hasWords(data: Hex, count: number): boolean {
  return data.length === 2 + 64 * count
}

function word(data: Hex, index: number): bigint {
  return BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`)
}

/** A swap in a pool; amounts in atoms, prices in atoms of token 1 per atom of token 0. */
export type PoolSwap = {
  readonly pool: Address
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** Block time in Unix seconds. */
  readonly timestamp: number
  /** Change of the pool's balance: positive is paid in. */
  readonly amount0: bigint
  readonly amount1: bigint
  /** After the swap; finite and above zero. */
  readonly price: number
  /** After the swap; see `PoolCandle`. */
  readonly depth0: bigint
  readonly depth1: bigint
}
