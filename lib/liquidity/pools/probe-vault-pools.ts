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

/** Blocks of swap history before the given one. */
const lookbackBlocks = 1_000n

/** Maximum pools cached as checked. */
const maxChecked = 10_000

const checkedPools = defineSlot(
  'liquidity/checked-vault-pools',
  (_, _chainId: number) => new Set<Hex>(),
)

const swapTopic = toEventSelector('Swap(bytes32,address,address,uint256,uint256)')
const abi = parseAbi(['function isPoolFromFactory(address pool) view returns (bool)'])

type Probe = {
  readonly chainId: number
  readonly tokens: readonly Address[]
  readonly blockNumber: bigint
}

/**
 * Stores the vault pools of known factories that recently swapped two of `tokens`: the vault has no lookup of pools by
 * token, but its swap events name the tokens.
 *
 * @throws {Error} when the network's RPC does not answer, or returns no logs of so many blocks.
 */
export async function probeVaultPools(ctx: Context, probe: Probe): Promise<void> {
  const { chainId } = probe
  const chain = ctx.chain(chainId)
  const checked = checkedPools(ctx, chainId)
  const traded = await readTraded(chain, probe)
  const unchecked = traded.filter((poolId) => !checked.has(poolId))
  const made = await findMakers(chain, unchecked)
  await saveVaultPools(ctx.db, { chainId, pools: await identifyVaultPools(chain, made) })
  if (checked.size > maxChecked) checked.clear()
  for (const poolId of unchecked) checked.add(poolId)
}

/** Returns the ids of the pools that swapped two of the tokens. */
async function readTraded(chain: Chain, { tokens, blockNumber }: Probe): Promise<readonly Hex[]> {
  const padded = tokens.map((token) => pad(token))
  const logs = await readLogs(chain, {
    fromBlock: blockNumber > lookbackBlocks ? blockNumber - lookbackBlocks : 0n,
    toBlock: blockNumber,
    addresses: [balancerVault],
    topics: [swapTopic],
    furtherTopics: [null, padded, padded],
  })
  return [...new Set(logs.flatMap(({ topics }) => topics[1] ?? []))]
}

/** Returns those pools that a known factory confirms as its own. */
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
