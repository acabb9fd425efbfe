'use client'

import { useState } from 'react'
import { Providers } from '@/components/app/providers'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import type { Settings } from '@/lib/api/docs/pages'
import type { EmbedRequest } from '@/lib/client/embed/embed-params'
import { openHostBridge } from '@/lib/client/embed/host-bridge'
import { isFramed } from '@/lib/client/wallet/connectors/safe-app'
import { EmbedCard } from './embed-card'
import { HostBridgeProvider } from './host-bridge-provider'

type Props = {
  readonly settings: Settings
  readonly request: EmbedRequest
  /** The page's origin, as the server sees it. */
  readonly origin: string
  /** Origins whose pages may embed the card. */
  readonly hostOrigins: readonly string[]
}

/** The embedded card with its wallets: the host page's, and those of this browser. */
export const EmbedApp = ({ settings, request, origin, hostOrigins }: Props) => {
  const [bridge] = useState(() =>
    isFramed() ? openHostBridge({ window, origins: hostOrigins }) : undefined,
  )
  return (
    <Providers
      {...{ settings, origin }}
      initialState={undefined}
      storedNetwork={undefined}
      named={request.params.chain ?? String(settings.defaultChainId)}
      card={{ host: bridge?.provider }}
    >
      <HostBridgeProvider bridge={bridge}>
        <ConnectProvider>
          <EmbedCard request={request} />
        </ConnectProvider>
      </HostBridgeProvider>
    </Providers>
  )
}
