import type UniversalProvider from '@walletconnect/universal-provider'
import { getAddress, numberToHex, UserRejectedRequestError } from 'viem'
import { type Connector, createConnector } from 'wagmi'
import { connectedAccounts, servedChain } from './connector-parts'
import type { WalletConnectOptions } from './walletconnect-provider'

const openKey = 'walletConnect.open'

type Stored = { [openKey]: true }

/** The connector's message with a pairing URI. */
export const pairingMessage = 'display_uri'

/** Subscribes to pairing URIs for a remote wallet; returns a function that unsubscribes. */
export function onPairing(
  { emitter }: Pick<Connector, 'emitter'>,
  listener: (uri: string) => void,
): () => void {
  const listen = ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
    if (type === pairingMessage) listener(String(data))
  }
  emitter.on('message', listen)
  return () => emitter.off('message', listen)
}

/**
 * The WalletConnect connector. Its library is loaded when the user connects by it or has a session; the pairing URI is
 * sent by a {@link pairingMessage}.
 */
export function walletConnectConnector(options: WalletConnectOptions) {
  return createConnector<UniversalProvider | undefined, Record<string, unknown>, Stored>(
    (config) => {
      let opening: Promise<UniversalProvider> | undefined
      const open = () => {
        opening ??= openProvider(options, {
          pairing: (uri) => config.emitter.emit('message', { type: pairingMessage, data: uri }),
          accounts: (accounts) => config.emitter.emit('change', { accounts }),
          chain: (chainId) => config.emitter.emit('change', { chainId }),
          end: () => {
            void config.storage?.removeItem(openKey)
            config.emitter.emit('disconnect')
          },
        }).catch((error) => {
          // The next attempt loads it again.
          opening = undefined
          throw error
        })
        return opening
      }
      const parts = () => import('./walletconnect-provider')
      const wasOpened = async () => (await config.storage?.getItem(openKey)) === true
      const chains = config.chains.map(({ id, rpcUrls }) => ({
        ...{ id, rpcUrl: rpcUrls.default.http[0] ?? '' },
      }))
      const chainIdOf = async () => chainOf(await open())
      const accountsOf = async () => {
        const provider = await open()
        const { accountsOn } = await parts()
        return accountsOn(provider, chainOf(provider)).map((account) => getAddress(account))
      }
      const connectTo = async (chainId: number | undefined) => {
        const provider = await open()
        const { askForSession, chainsOf } = await parts()
        if (!provider.session) await askForSession(provider, chains)
        const agreed = chainsOf(provider)
        const first = chainId !== undefined && agreed.includes(chainId) ? chainId : agreed[0]
        if (first !== undefined) provider.setDefaultChain(`eip155:${first}`)
      }
      return {
        id: 'walletConnect',
        name: 'WalletConnect',
        type: 'walletConnect',
        connect: async ({ chainId, isReconnecting, ...request } = {}) => {
          await connectTo(isReconnecting ? await chainIdOf() : chainId).catch((error) => {
            throw asError(error)
          })
          await config.storage?.setItem(openKey, true)
          const accounts = connectedAccounts(await accountsOf(), request)
          return { accounts, chainId: await chainIdOf() }
        },
        disconnect: async () => {
          await config.storage?.removeItem(openKey)
          const provider = await open()
          if (provider.session) await provider.disconnect()
        },
        getAccounts: accountsOf,
        getChainId: chainIdOf,
        // wagmi asks every connector for its provider when a page opens: without a session there is nothing to load.
        getProvider: async () => (opening || (await wasOpened()) ? open() : undefined),
        isAuthorized: async () => (await wasOpened()) && (await accountsOf()).length > 0,
        switchChain: async ({ chainId }) => {
          const chain = servedChain(config.chains, chainId)
          const call = { method: 'wallet_switchEthereumChain' }
          const params = [{ chainId: numberToHex(chainId) }]
          await (await open()).request({ ...call, params })
          config.emitter.emit('change', { chainId })
          return chain
        },
        onAccountsChanged: () => {},
        onChainChanged: () => {},
        onDisconnect: () => config.emitter.emit('disconnect'),
      }
    },
  )
}

type ProviderListeners = {
  readonly pairing: (uri: string) => void
  readonly accounts: (accounts: readonly `0x${string}`[]) => void
  readonly chain: (chainId: number) => void
  readonly end: () => void
}

async function openProvider(
  options: WalletConnectOptions,
  listeners: ProviderListeners,
): Promise<UniversalProvider> {
  const { openWalletConnect } = await import('./walletconnect-provider')
  const provider = await openWalletConnect(options)
  provider.on('display_uri', listeners.pairing)
  provider.on('accountsChanged', (accounts: readonly string[]) =>
    // Some wallets prefix accounts with their chain.
    listeners.accounts(accounts.map((account) => getAddress(account.split(':').at(-1) ?? ''))),
  )
  provider.on('chainChanged', (chain: string | number) =>
    listeners.chain(Number(String(chain).split(':').at(-1))),
  )
  provider.on('session_delete', listeners.end)
  return provider
}

/** The chain that receives requests. */
function chainOf(provider: UniversalProvider): number {
  return Number(provider.rpcProviders.eip155?.getDefaultChain() ?? 0)
}

/** The relay's rejections are not errors but a code and a message; those of rejected sessions are CAIP-25's. */
function asError(answer: { readonly code?: unknown; readonly message?: string }): Error {
  const error = answer instanceof Error ? answer : new Error(answer.message)
  const isRefused = [5000, 5001, 5002].includes(Number(answer.code))
  return isRefused ? new UserRejectedRequestError(error) : error
}
