import { encodeFunctionData, parseAbi, toEventSelector } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import { vaultAbi } from '@/lib/chain/contract-abis'
import type { ChainLog } from '@/lib/chain/read-logs'
import { aggregateReads } from '@/lib/chain/reads/aggregate-reads'
import { type Address, toAddress } from '@/lib/core/address'
import { parseHex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { Factories, VaultPoolFactory } from '@/lib/core/pool-factories'
import type { KnownVaultPool } from '@/lib/liquidity/pool'
import { arrayAt } from './vault-pool-answers'

/** A vault pool with its factory, not identified yet. */
export type MadeVaultPool = Pick<KnownVaultPool, 'address' | 'factory' | 'kind' | 'createdBlock'>

/** First topic of the event with which factories of vault pools announce a new one. */
export const vaultCreationTopic = toEventSelector('PoolCreated(address)')

const poolIdCall = encodeFunctionData({
  abi: parseAbi(['function getPoolId() view returns (bytes32)']),
})

/** Decodes the pool that a factory of the network announces; undefined for any other log. */
export function decodeVaultCreation(
  log: ChainLog,
  { balancerV2 }: Factories,
): MadeVaultPool | undefined {
  const [event, pool] = log.topics
  const maker = balancerV2.find(({ address }) => address === log.address)
  if (!maker || !pool || event !== vaultCreationTopic) return undefined
  return madeBy(maker, { address: `0x${pool.slice(-40)}`, createdBlock: log.blockNumber })
}

/** Returns a pool with its factory and kind. */
export function madeBy(
  { address: factory, makes: kind }: VaultPoolFactory,
  pool: Pick<KnownVaultPool, 'address' | 'createdBlock'>,
): MadeVaultPool {
  return { ...pool, factory, kind }
}

/**
 * Reads the ids of pools, and their tokens from the vault. Omits pools that the vault does not know.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function identifyVaultPools(
  chain: Chain,
  made: readonly MadeVaultPool[],
): Promise<readonly KnownVaultPool[]> {
  if (made.length === 0) return []
  const ids = await aggregateReads(chain, {
    reads: made.map(({ address: target }) => ({ target, callData: poolIdCall })),
  })
  const identified = made.flatMap((pool, i) => {
    const poolId = parseHex(ids[i] ?? '', 32)
    return poolId?.startsWith(pool.address) ? [{ ...pool, poolId }] : []
  })
  const tokens = await aggregateReads(chain, {
    reads: identified.map(({ poolId }) => ({
      target: balancerVault,
      callData: encodeFunctionData({
        abi: vaultAbi,
        functionName: 'getPoolTokens',
        args: [poolId],
      }),
    })),
  })
  return identified.flatMap((pool, i) => {
    const registered = arrayAt(tokens[i], 0).map(wordToAddress)
    const traded = registered.filter((token) => token !== pool.address)
    return traded.length >= 2 ? [{ ...pool, tokens: traded }] : []
  })
}

function wordToAddress(word: bigint): Address {
  return toAddress(`0x${word.toString(16).padStart(40, '0')}`)
}
