import { createPublicClient, http } from 'viem'
import { openChain } from '@/lib/chain/chain'
import { readLogs } from '@/lib/chain/read-logs'
import type { Hex } from '@/lib/core/bytes'
import { gather } from '@/lib/core/group-by'
import { getNetwork } from '@/lib/core/networks'
import { readOpening } from '@/lib/devnet/market/history'
import { createMarket, moveTransaction } from '@/lib/devnet/market/market-step'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { creationTopics, decodeCreation } from '@/lib/liquidity/pools/decode-creation'
import { swapTopics } from '@/lib/market/indexing/decode-swaps'
import { startTestNetwork } from '@/lib/testing/chain/test-network'

/** The content of a log; its position depends on the chain it is laid out in. */
export type RecordedLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The logs of an embedded mainnet while all its pools were traded repeatedly. */
export type Recording = {
  readonly pools: readonly PairDescriptor[]
  /** The logs of swaps, by transaction. */
  readonly transactions: readonly (readonly RecordedLog[])[]
}

/** Trades all pools of an embedded mainnet `times` times and records their logs. */
export async function recordSwaps(times: number): Promise<Recording> {
  const network = await startTestNetwork({ chainId: 1 })
  try {
    const rpc = createRpc(network.rpcUrl)
    const openedAt = await readOpening(rpc)
    const market = createMarket({ chainId: 1, openedAt })
    for (let step = 1; step <= times; step++) {
      await sendTransaction(rpc, moveTransaction(market(openedAt + 300 * step)))
    }
    const client = createPublicClient({ transport: http(network.rpcUrl) })
    const chain = openChain(getNetwork(1), network.rpcUrl)
    const range = { fromBlock: 0n, toBlock: await client.getBlockNumber() }
    const created = await readLogs(chain, { ...range, topics: creationTopics })
    const swaps = await readLogs(chain, { ...range, topics: swapTopics })
    const transactions = gather(
      swaps.map(({ transactionHash, address, topics, data }): [Hex, RecordedLog] => {
        return [transactionHash, { address, topics, data }]
      }),
    )
    return {
      pools: created.flatMap((log) => decodeCreation(log, getNetwork(1).factories) ?? []),
      transactions: [...transactions.values()],
    }
  } finally {
    await network.stop()
  }
}
