import { getNetwork } from '@/lib/core/networks'
import { startDevnet } from '@/lib/devnet/devnet'
import { startMarket } from '@/lib/devnet/market/market'
import type { StackParts } from './stack-parts'
import { endStaleChains } from './stale-chains'

/** Starts the embedded networks and their markets; none if every network is the operator's. */
export async function startNetworks(
  parts: StackParts,
): Promise<{ rpcUrls: ReadonlyMap<number, string> }> {
  const { settings, data, disposers, step, say } = parts
  const chainIds = settings.embeddedChainIds
  if (chainIds.length === 0) return { rpcUrls: new Map() }
  return step('Start networks', async (report) => {
    await endStaleChains(data.path)
    const devnet = await startDevnet({
      dataDir: data.path,
      chainIds,
      host: '127.0.0.1',
      onProgress: report,
      onDeath: (message) => say(`${message}\nStarting it again.`),
    })
    await disposers.add(devnet.stop)
    const rpcUrls = new Map<number, string>()
    for (const chainId of chainIds) {
      const rpcUrl = devnet.networks[chainId]?.rpcUrl
      if (!rpcUrl) throw new Error(`network ${chainId} did not start`)
      rpcUrls.set(chainId, rpcUrl)
      const market = await startMarket({ rpcUrl, chainId })
      await disposers.add(market.stop)
    }
    report(chainIds.map((chainId) => getNetwork(chainId).name).join(', '))
    return { rpcUrls }
  })
}
