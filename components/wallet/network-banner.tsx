'use client'

import { useSettings } from '@/components/app/settings'
import { EmbeddedBanner } from './embedded-banner'

/** The banner of the network that is shown, where that is an embedded one. */
export const NetworkBanner = () => {
  const { network } = useSettings()
  return network.embedded ? <EmbeddedBanner title={network.title} /> : null
}
