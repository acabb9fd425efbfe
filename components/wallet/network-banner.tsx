'use client'

import { useSettings } from '@/components/app/settings'
import { EmbeddedBanner } from './embedded-banner'

/** The banner of the selected network if it is embedded. */
export const NetworkBanner = () => {
  const { network } = useSettings()
  return network.embedded ? <EmbeddedBanner title={network.title} /> : null
}
