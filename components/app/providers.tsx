'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type State, WagmiProvider } from 'wagmi'
import { refreshSessions } from '@/components/account/use-sessions'
import type { Settings } from '@/lib/api/docs/pages'
import { ApiError } from '@/lib/client/request'
import { bringsWallet } from '@/lib/client/wallet/phone-wallet'
import { createWalletConfig } from '@/lib/client/wallet/wallet-config'
import { SettingsProvider } from './settings'

type Props = {
  readonly settings: Settings
  /** Where the page is served from, as the server sees it. */
  readonly origin: string
  /** The wallet session that the request's cookie holds. */
  readonly initialState: State | undefined
  /** The last network chosen, as the request's cookie has it. */
  readonly keptNetwork: string | undefined
  /** The network that the page is about, by its name or chain id. */
  readonly named?: string | undefined
  readonly children: ReactNode
}

/** The wallet of this browser: a page that is gone back to comes as it was made, before one was connected on it. */
let known: State | undefined

/** Wallet, queries and settings for the pages of the app. */
export const Providers = (props: Props) => {
  const { settings, origin, initialState, keptNetwork, named, children } = props
  const [config] = useState(() =>
    createWalletConfig(settings, typeof window === 'undefined' ? origin : window.location.origin),
  )
  const [queryClient] = useState(createQueryClient)
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
  // Nothing is waited for where no wallet was connected before.
  const kept = state?.current ? { initialState: state } : undefined
  return (
    <WagmiProvider {...{ config, ...kept }} reconnectOnMount={kept !== undefined || bringsWallet()}>
      <QueryClientProvider client={queryClient}>
        <SettingsProvider {...{ settings, keptNetwork, named }}>{children}</SettingsProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // A session that has ended elsewhere is noticed by the first call that needs it.
    if (error instanceof ApiError && error.status === 401) refreshSessions(queries)
  }
  const queries: QueryClient = new QueryClient({
    defaultOptions: { queries: { retry: 1 } },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  })
  return queries
}
