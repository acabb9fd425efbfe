import { getTranslations } from 'next-intl/server'
import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'

/** Returns a network's display name; one that runs on this machine is called embedded. */
export async function networkTitle(config: Config, chainId: number): Promise<string> {
  const { title } = getNetwork(chainId)
  if (!config.embeddedChainIds.includes(chainId)) return title
  return (await getTranslations('ui'))('embeddedNetwork', { network: title })
}
