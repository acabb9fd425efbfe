import { getAddress } from 'viem'
import { createConnector } from 'wagmi'
import { zeroAddress } from '@/lib/core/address'
import { connectedAccounts, servedChain } from './connector-parts'
import { demoAddresses } from './demo-accounts'
import type { DemoOptions, DemoProvider } from './demo-provider'

const connectedKey = 'demo.account'

/** The demo wallet's connector; `demo-0` … `demo-8` are the test accounts of `chainIds`. */
export function demoConnector(accountIndex: number, chainIds: readonly number[]) {
  return createConnector<DemoProvider, Record<string, unknown>, { [connectedKey]: number }>(
    (config) => {
      let provider: DemoProvider | undefined
      const getProvider = async () => {
        const chains = config.chains.filter(({ id }) => chainIds.includes(id))
        provider ??= lazyProvider({ accountIndex, chainId: chainIds[0] ?? 0, chains })
        return provider
      }
      const chainIdOf = async () => {
        const chainId = await (await getProvider()).request({ method: 'eth_chainId' })
        return Number(chainId)
      }
      const accountsOf = async () => [getAddress(demoAddresses[accountIndex] ?? zeroAddress)]
      return {
        id: `demo-${accountIndex}`,
        name: `Demo account ${accountIndex + 1}`,
        type: 'demo',
        connect: async ({ chainId, ...request } = {}) => {
          const target = await getProvider()
          if (chainId) await switchTo(target, chainId)
          await config.storage?.setItem(connectedKey, accountIndex)
          const accounts = connectedAccounts(await accountsOf(), request)
          return { accounts, chainId: await chainIdOf() }
        },
        disconnect: async () => {
          await config.storage?.removeItem(connectedKey)
          provider = undefined
        },
        getAccounts: accountsOf,
        getChainId: chainIdOf,
        getProvider,
        isAuthorized: async () => (await config.storage?.getItem(connectedKey)) === accountIndex,
        switchChain: async ({ chainId }) => {
          const chain = servedChain(config.chains, chainId)
          await switchTo(await getProvider(), chainId)
          config.emitter.emit('change', { chainId })
          return chain
        },
        onAccountsChanged: () => {},
        onChainChanged: (chainId) => config.emitter.emit('change', { chainId: Number(chainId) }),
        onDisconnect: () => config.emitter.emit('disconnect'),
      }
    },
  )
}

/**
 * A stand-in for the provider, whose keys and signing code load with the first request: wagmi asks every connector for
 * its provider when a page opens.
 */
function lazyProvider(options: DemoOptions): DemoProvider {
  let loading: Promise<DemoProvider> | undefined
  const load = () => {
    loading ??= import('./demo-provider').then(({ createDemoProvider }) =>
      createDemoProvider(options),
    )
    return loading
  }
  const request = async (call: never) => (await load()).request(call)
  return {
    address: demoAddresses[options.accountIndex] ?? zeroAddress,
    request: request as DemoProvider['request'],
    on: (event, listener) => void load().then((loaded) => loaded.on(event, listener)),
    removeListener: (event, listener) =>
      void load().then((loaded) => loaded.removeListener(event, listener)),
  }
}

function switchTo(provider: DemoProvider, chainId: number): Promise<unknown> {
  return provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  })
}
