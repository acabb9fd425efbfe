import UniversalProvider from '@walletconnect/universal-provider'

/** Parameters of a WalletConnect session. */
export type WalletConnectOptions = {
  /** The operator's project id at the relay. */
  readonly projectId: string
  /** URL of the relay. */
  readonly relayUrl: string
  /** The pages' origin, which the wallet displays. */
  readonly origin: string
  /** Session storage; the browser's own by default. */
  readonly storage?: NonNullable<Parameters<typeof UniversalProvider.init>[0]['storage']>
}

/** A chain of the session, and its RPC URL. */
export type SessionChain = { readonly id: number; readonly rpcUrl: string }

const methods = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_switchEthereumChain',
]
const events = ['accountsChanged', 'chainChanged']

/** Creates the client of the relay, with the stored session if there is one; telemetry is disabled. */
export async function openWalletConnect(options: WalletConnectOptions): Promise<UniversalProvider> {
  const { projectId, relayUrl, origin, storage } = options
  const metadata = {
    name: 'Coincide',
    description: 'Sign an order; solvers compete to settle it.',
    url: origin,
    icons: [`${origin}/icon.svg`],
  }
  const provider = await UniversalProvider.init({
    ...{ projectId, relayUrl, metadata, logger: 'silent', telemetryEnabled: false },
    disableProviderPing: true,
    ...(storage && { storage }),
  })
  // It would attest the origin in a frame of another host, and delay each request until then.
  provider.client.core.verify.register = async () => ''
  return provider
}

/** Requests a session on any of the chains from the wallet that scans the URI from `display_uri`. */
export async function askForSession(
  provider: UniversalProvider,
  chains: readonly SessionChain[],
): Promise<void> {
  const rpcMap = Object.fromEntries(chains.map(({ id, rpcUrl }) => [id, rpcUrl]))
  const eip155 = { chains: chains.map(({ id }) => `eip155:${id}`), methods, events, rpcMap }
  await provider.connect({ optionalNamespaces: { eip155 } })
}

/** The wallet's accounts on a chain, in its notation. */
export function accountsOn(provider: UniversalProvider, chainId: number): readonly string[] {
  const shown = provider.session?.namespaces.eip155?.accounts ?? []
  const start = `eip155:${chainId}:`
  return shown.flatMap((account) =>
    account.startsWith(start) ? [account.slice(start.length)] : [],
  )
}

/** The chains that the wallet has approved. */
export function chainsOf(provider: UniversalProvider): readonly number[] {
  const { chains, accounts = [] } = provider.session?.namespaces.eip155 ?? {}
  const named = chains ?? accounts
  return [...new Set(named.map((name) => Number(name.split(':')[1])))]
}
