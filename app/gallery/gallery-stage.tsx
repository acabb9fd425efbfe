'use client'

import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createConfig, http, injected, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'
import { SettingsProvider } from '@/components/app/settings'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { demoConnector } from '@/lib/client/wallet/connectors/demo-connector'
import { listed, network, owner, settings, usdc, weth } from './sample-network'

/** The connected wallet of a stage. */
export type StageWallet =
  | 'none'
  | 'demo'
  /** A browser wallet, which cannot use embedded networks with a real chain id. */
  | 'browser'
  /** The demo wallet on another network. */
  | 'elsewhere'

/** The result or error of a query. */
export type StageAnswer = {
  readonly key: QueryKey
  readonly data?: unknown
  readonly error?: Error
}

type Props = {
  readonly wallet?: StageWallet
  /** Whether prices and the token list are loaded. */
  readonly market?: 'known' | 'unknown'
  readonly answers?: readonly StageAnswer[]
  readonly children: ReactNode
}

/** Renders parts of the app with a fixed wallet and fixed query results, without any requests. */
export const GalleryStage = ({ wallet = 'none', market = 'known', answers, children }: Props) => {
  const [config] = useState(() => walletConfig(wallet))
  const [queries] = useState(() =>
    stillQueries([...(market === 'known' ? known : []), ...(answers ?? [])]),
  )
  return (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={queries}>
        <SettingsProvider settings={settings}>
          <ConnectProvider>{children}</ConnectProvider>
        </SettingsProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

const known: readonly StageAnswer[] = [
  { key: ['tokens'], data: listed },
  { key: ['usd-price', network.name, weth.address], data: 3214.2 },
  { key: ['usd-price', network.name, usdc.address], data: 1 },
  {
    key: ['held-balances', network.name, owner],
    data: { [weth.address]: '4208100000000000000', [usdc.address]: '1250000000' },
  },
]

/** Provides query results, and sends no requests. */
function stillQueries(answers: readonly StageAnswer[]): QueryClient {
  const queries = new QueryClient()
  const usual = queries.defaultQueryOptions.bind(queries)
  queries.defaultQueryOptions = (options) =>
    options._defaulted ? usual(options) : { ...usual(options), enabled: false }
  for (const { key, data, error } of answers) {
    const query = queries.getQueryCache().build(queries, { queryKey: key })
    if (error) query.setState({ ...query.state, status: 'error', error })
    else query.setData(data)
  }
  return queries
}

const otherChainId = 100

function walletConfig(wallet: StageWallet) {
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    multiInjectedProviderDiscovery: false,
    connectors: [
      demoConnector(0, [network.chainId]),
      injected({ target: { id: 'browser', name: 'A browser wallet', provider: () => undefined } }),
    ],
    storage: null,
  })
  const connector = config.connectors[wallet === 'browser' ? 1 : 0]
  if (wallet === 'none' || !connector) return config
  const chainId = wallet === 'elsewhere' ? otherChainId : network.chainId
  const connection = { accounts: [owner], chainId, connector } as const
  config.setState((state) => ({
    ...state,
    connections: new Map([[connector.uid, connection]]),
    current: connector.uid,
    status: 'connected',
  }))
  return config
}
