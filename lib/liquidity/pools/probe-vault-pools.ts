import { encodeFunctionData, pad, parseAbi, toEventSelector } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import { readLogs } from '@/lib/chain/read-logs'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import { identifyVaultPools, type MadeVaultPool, madeBy } from './identify-vault-pools'
import { saveVaultPools } from './vault-pool-store'

/** Blocks before the asked one whose swaps are looked at. */
const reachBlocks = 1_000n

/** Pools remembered as looked at. */
const maxSeen = 10_000

const seenPools = defineSlot('liquidity/seen-vault-pools', (_, _chainId: number) => new Set<Hex>())

const swapTopic = toEventSelector('Swap(bytes32,address,address,uint256,uint256)')
const abi = parseAbi(['function isPoolFromFactory(address pool) view returns (bool)'])

type Probe = {
  readonly chainId: number
  readonly tokens: readonly Address[]
  readonly blockNumber: bigint
}

/**
 * Stores the vault pools of known factories that lately traded two of `tokens` with each other: the vault cannot be
 * asked for the pools of a token, but it names the tokens of every swap.
 *
 * @throws {Error} when the network's RPC does not answer, or tells no logs of so many blocks.
 */
export async function probeVaultPools(ctx: Context, probe: Probe): Promise<void> {
  const { chainId } = probe
  const chain = ctx.chain(chainId)
  const seen = seenPools(ctx, chainId)
  const traded = await readTraded(chain, probe)
  const unseen = traded.filter((poolId) => !seen.has(poolId))
  const made = await findMakers(chain, unseen)
  await saveVaultPools(ctx.db, { chainId, pools: await identifyVaultPools(chain, made) })
  if (seen.size > maxSeen) seen.clear()
  for (const poolId of unseen) seen.add(poolId)
}

/** Ids of the pools in which two of the tokens were traded for each other. */
async function readTraded(chain: Chain, { tokens, blockNumber }: Probe): Promise<readonly Hex[]> {
  const asked = tokens.map((token) => pad(token))
  const logs = await readLogs(chain, {
    fromBlock: blockNumber > reachBlocks ? blockNumber - reachBlocks : 0n,
    toBlock: blockNumber,
    addresses: [balancerVault],
    topics: [swapTopic],
    furtherTopics: [null, asked, asked],
  })
  return [...new Set(logs.flatMap(({ topics }) => topics[1] ?? []))]
}

/** Those of the pools that a known factory says it made. */
async function findMakers(
  chain: Chain,
  poolIds: readonly Hex[],
): Promise<readonly MadeVaultPool[]> {
  if (poolIds.length === 0) return []
  const makers = chain.network.factories.balancerV2
  const questions = poolIds.flatMap((poolId) => {
    const address: Address = `0x${poolId.slice(2, 42)}`
    return makers.map((maker) => ({ maker, address }))
  })
  const answers = await aggregateReads(chain, {
    reads: questions.map(({ maker, address }) => ({
      target: maker.address,
      callData: encodeFunctionData({ abi, functionName: 'isPoolFromFactory', args: [address] }),
    })),
  })
  return questions.flatMap(({ maker, address }, i) =>
    wordAt(answers[i], 0) === 1n ? madeBy(maker, { address, createdBlock: 0n }) : [],
  )
}
