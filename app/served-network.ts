import { getTranslations } from 'next-intl/server'
import { describeInstance, type Settings } from '@/lib/api/docs/pages'
import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'

/** Returns a network of this instance for display. */
export function servedNetwork(config: Config, chainId: number): Settings['networks'][number] {
  const found = describeInstance(config).networks.find((network) => network.chainId === chainId)
  if (!found) throw new Error(`this instance does not serve the network ${chainId}`)
  return found
}

/** Returns a network's name for plain text; one that runs on this machine is called a demo. */
export async function networkTitle(config: Config, chainId: number): Promise<string> {
  const { title } = getNetwork(chainId)
  if (!config.embeddedChainIds.includes(chainId)) return title
  return (await getTranslations('ui'))('demoNetwork', { network: title })
}
