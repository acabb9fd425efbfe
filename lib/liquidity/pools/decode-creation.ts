import { toEventSelector } from 'viem'
import type { ChainLog } from '@/lib/chain/read-logs'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Factories } from '@/lib/core/pool-factories'
import type { PairDescriptor } from '@/lib/liquidity/pool'

const pairCreated = toEventSelector('PairCreated(address,address,address,uint256)')
const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')

/** First topics of the events with which factories announce new pools. */
export const creationTopics: readonly Hex[] = [pairCreated, poolCreated]

/** Decodes the pool that a factory of the network announces; undefined for any other log. */
export function decodeCreation(log: ChainLog, factories: Factories): PairDescriptor | undefined {
  const { address: factory, data, blockNumber: createdBlock } = log
  const [event, topic0, topic1, fee] = log.topics
  if (!topic0 || !topic1 || data.length !== 2 + 2 * 64) return undefined
  const created = { factory, token0: toAddress(topic0), token1: toAddress(topic1), createdBlock }
  if (event === pairCreated) {
    const maker = factories.uniswapV2.find(({ address }) => address === factory)
    if (!maker) return undefined
    const address = toAddress(data.slice(0, 66))
    const { feePpm } = maker
    return { ...created, address, protocol: 'uniswap-v2', feePpm, tickSpacing: undefined }
  }
  if (event !== poolCreated || !fee || !factories.uniswapV3.includes(factory)) return undefined
  const tickSpacing = Number(BigInt.asIntN(24, BigInt(data.slice(0, 66))))
  const address = toAddress(data.slice(66))
  return { ...created, address, protocol: 'uniswap-v3', feePpm: Number(fee), tickSpacing }
}

/** Returns the address in the last 20 bytes of a word. */
function toAddress(word: string): Address {
  return `0x${word.slice(-40)}`
}
