'use client'

import {
  MutationCache,
  QueryCache,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type State, WagmiProvider } from 'wagmi'
import { refreshSessions } from '@/components/account/use-sessions'
import type { Settings } from '@/lib/api/docs/pages'
import { ApiError } from '@/lib/client/request'
import { isOpenedByWallet } from '@/lib/client/wallet/connectors/phone-wallet'
import { createWalletConfig, type EmbeddedCard } from '@/lib/client/wallet/connectors/wallet-config'
import { createQueryClient } from './query-client'
import { SettingsProvider } from './settings'

type Props = {
  readonly settings: Settings
  /** The page's origin, as the server sees it. */
  readonly origin: string
  /** The wagmi session from the request's cookie. */
  readonly initialState: State | undefined
  /** The last selected network from the request's cookie. */
  readonly storedNetwork: string | undefined
  /** The network of the page's subject, by its name or chain id. */
  readonly named?: string | undefined
  /** Set for the embedded card alone. */
  readonly card?: EmbeddedCard
  readonly children: ReactNode
}

/** One wallet per browser tab: a page restored by the back button was rendered before a wallet connected. */
let known: State | undefined

/** Provides wallet, queries and settings to the app's pages. */
export const Providers = (props: Props) => {
  const { settings, origin, initialState, storedNetwork, named, card, children } = props
  const [config] = useState(() =>
    createWalletConfig(
      settings,
      typeof window === 'undefined' ? origin : window.location.origin,
      card,
    ),
  )
  const [queryClient] = useState(createWalletQueries)
  const [state] = useState(() => known ?? initialState)
  useEffect(
    () =>
      config.subscribe(
        (now) => now,
        (now) => {
          known = now
        },
      ),
    [config],
  )
  // Without a previous connection there is nothing to restore.
  const restored = state?.current ? { initialState: state } : undefined
  return (
    <WagmiProvider
      {...{ config, ...restored }}
      // A host page's wallet alone is connected without being asked: `EmbedCard` does it.
      reconnectOnMount={!card?.host && (restored !== undefined || isOpenedByWallet())}
    >
      <QueryClientProvider client={queryClient}>
        <SettingsProvider {...{ settings, storedNetwork, named }}>{children}</SettingsProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function createWalletQueries(): QueryClient {
  const onError = (error: unknown) => {
    // The first request that needs an expired session reports it.
    if (error instanceof ApiError && error.status === 401) refreshSessions(queries)
  }
  const queries = createQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  })
  return queries
}
