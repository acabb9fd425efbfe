import { type Chain, defineChain } from 'viem'
import { cookieStorage, createConfig, createStorage, http, noopStorage } from 'wagmi'
import { safe } from 'wagmi/connectors/safe'
import type { Settings } from '@/lib/api/docs/pages'
import type { HostProvider } from '@/lib/client/embed/host-bridge'
import { multicall3 } from '@/lib/core/multicall3'
import { maxRelayedCalls } from '@/lib/core/relay'
import { demoAddresses } from './demo-accounts'
import { demoConnector } from './demo-connector'
import { hostWallet } from './host-wallet'
import { phoneWallet } from './phone-wallet'
import { allowedDomains } from './safe-app'
import { walletStorageKey } from './stored-account'
import { walletConnectConnector } from './walletconnect-connector'

/** The card in a page of another origin; `host` is that page's wallet. */
export type EmbeddedCard = { readonly host: HostProvider | undefined }

/**
 * Creates wagmi's configuration for this instance's networks; once per request on the server.
 *
 * Every chain is reached through this origin's relay. Injected wallets announce themselves by EIP-6963, except one that
 * shows the page on a phone; the demo wallet is included if a network is embedded, WalletConnect and the Safe if the
 * operator has configured them. An embedded card has the wallet of its host page first, if that has one, and leaves the
 * stored connection of this origin's pages alone.
 */
export function createWalletConfig(settings: Settings, origin: string, card?: EmbeddedCard) {
  const chains = settings.networks.map((network) => toChain(network, origin))
  const [first, ...others] = chains
  if (!first) throw new Error('this instance serves no network')
  const embedded = settings.networks.filter((network) => network.embedded)
  const embeddedIds = embedded.map(({ chainId }) => chainId)
  const phone = phoneWallet()
  return createConfig({
    chains: [first, ...others],
    transports: Object.fromEntries(
      chains.map((chain) => [
        chain.id,
        http(undefined, { batch: { wait: 16, batchSize: maxRelayedCalls } }),
      ]),
    ),
    multiInjectedProviderDiscovery: phone === undefined,
    connectors: [
      ...(card?.host ? [hostWallet(card.host)] : []),
      ...(phone ? [phone] : []),
      ...remoteConnectors(settings.wallets, origin),
      ...(embedded.length > 0
        ? demoAddresses.map((_, index) => demoConnector(index, embeddedIds))
        : []),
    ],
    ssr: true,
    // Never null: without a storage, wagmi throws when it hydrates its state on mount, and finds no wallets.
    storage: createStorage({ storage: card ? noopStorage : cookieStorage, key: walletStorageKey }),
  })
}

/** Milliseconds to wait for an embedding Safe to identify itself; only a page in a frame waits. */
const safeAnswerMs = 10_000

/** Wallets outside this browser. */
function remoteConnectors({ walletConnect, safeAppOrigins }: Settings['wallets'], origin: string) {
  const domains = allowedDomains(safeAppOrigins)
  return [
    ...(walletConnect ? [walletConnectConnector({ ...walletConnect, origin })] : []),
    ...(domains.length > 0
      ? [safe({ allowedDomains: domains, unstable_getInfoTimeout: safeAnswerMs })]
      : []),
  ]
}

function toChain(network: Settings['networks'][number], origin: string): Chain {
  return defineChain({
    id: network.chainId,
    name: network.title,
    nativeCurrency: { name: network.nativeSymbol, symbol: network.nativeSymbol, decimals: 18 },
    rpcUrls: { default: { http: [`${origin}/${network.name}/rpc`] } },
    contracts: { multicall3: { address: multicall3 } },
    testnet: !network.realMoney,
  })
}
