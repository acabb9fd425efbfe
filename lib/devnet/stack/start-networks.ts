import { setTimeout as delay } from 'node:timers/promises'
import { getNetwork } from '@/lib/core/networks'
import { startDevnet } from '@/lib/devnet/devnet'
import { startMarket } from '@/lib/devnet/market/market'
import { listProcesses } from '@/lib/devnet/processes/processes'
import type { StackParts } from './stack-parts'

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
      onExit: (message) => say(`${message}\nStarting it again.`),
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

/**
 * Ends the chains that a killed process left running: only Anvils whose command line names a file in
 * `dataDir`.
 *
 * @returns the number of ended chains.
 */
async function endStaleChains(dataDir: string): Promise<number> {
  const left = listChains(dataDir)
  for (const pid of left) signal(pid, 'SIGTERM')
  for (const start = Date.now(); listChains(dataDir).length > 0; await delay(50)) {
    if (Date.now() - start < 10_000) continue
    for (const pid of listChains(dataDir)) signal(pid, 'SIGKILL')
  }
  return left.length
}

function listChains(dataDir: string): number[] {
  return listProcesses()
    .filter(({ command }) => /^\S*anvil /.test(command) && command.includes(` ${dataDir}/`))
    .map(({ pid }) => pid)
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}
