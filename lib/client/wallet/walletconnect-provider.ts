import UniversalProvider from '@walletconnect/universal-provider'

/** What a WalletConnect session is opened with. */
export type WalletConnectOptions = {
  /** The operator's id at the relay. */
  readonly projectId: string
  /** The relay between page and wallet. */
  readonly relayUrl: string
  /** Where the pages are; shown by the wallet. */
  readonly origin: string
  /** Where sessions are kept; the browser's own storage unless given. */
  readonly storage?: NonNullable<Parameters<typeof UniversalProvider.init>[0]['storage']>
}

/** A chain that a session is asked for, and where it is read. */
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

/** Opens what speaks to the relay, with the session that this browser has, if any; it sends no usage figures. */
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
  // It would attest the origin by a frame of another host, and wait for that before each request.
  provider.client.core.verify.register = async () => ''
  return provider
}

/** Asks whatever wallet scans the code that `display_uri` tells for a session on any of the chains. */
export async function askForSession(
  provider: UniversalProvider,
  chains: readonly SessionChain[],
): Promise<void> {
  const rpcMap = Object.fromEntries(chains.map(({ id, rpcUrl }) => [id, rpcUrl]))
  const eip155 = { chains: chains.map(({ id }) => `eip155:${id}`), methods, events, rpcMap }
  await provider.connect({ optionalNamespaces: { eip155 } })
}

/** The accounts that the wallet has shown for a chain, as it writes them. */
export function accountsOn(provider: UniversalProvider, chainId: number): readonly string[] {
  const shown = provider.session?.namespaces.eip155?.accounts ?? []
  const start = `eip155:${chainId}:`
  return shown.flatMap((account) =>
    account.startsWith(start) ? [account.slice(start.length)] : [],
  )
}

/** The chains that the wallet has agreed to. */
export function chainsOf(provider: UniversalProvider): readonly number[] {
  const { chains, accounts = [] } = provider.session?.namespaces.eip155 ?? {}
  const named = chains ?? accounts
  return [...new Set(named.map((name) => Number(name.split(':')[1])))]
}
