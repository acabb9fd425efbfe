import type { Page } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  hexToNumber,
  http,
  keccak256,
  numberToHex,
  type PrivateKeyAccount,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fetchSettings, fund } from './service-api'
import { injectProvider } from './wallet-provider'

const sepolia = 11_155_111

/** A network that the wallet knows. */
export type WalletNetwork = { readonly chainId: number; readonly rpcUrl: string }

/** A wallet injected into the page that signs for real, in the test process. */
export type InjectedWallet = {
  readonly account: PrivateKeyAccount
  /** JSON-RPC methods called so far. */
  readonly calls: readonly string[]
  /** Rejects the next call of a method as the user would (EIP-1193 code 4001). */
  declineNext(method: string): void
  /** Runs `run` on the next call of a method, before it is answered. */
  beforeNext(method: string, run: () => Promise<void>): void
  /** Changes the parameters of the next call of a method, as the user may in the wallet's own window. */
  changeNext(method: string, change: (params: readonly unknown[]) => readonly unknown[]): void
  /** Signs the next transaction and returns its hash without broadcasting; the returned function broadcasts it. */
  holdNextTransaction(): () => Promise<void>
  /** Switches to another account, as the user would in the wallet's own window. */
  switchAccount(privateKey: Hex): Promise<void>
  /** Revokes this site's access to the accounts, in the same way. */
  disconnect(): Promise<void>
  /** Switches to another known network, in the same way. */
  switchNetwork(chainId: number): Promise<void>
}

type WalletOptions = {
  readonly privateKey: Hex
  readonly networks: readonly WalletNetwork[]
  readonly chainId: number
}

/** Injects an EIP-6963 wallet named "Test wallet" into every page that `page` loads from now on. */
export async function injectWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  let account = privateKeyToAccount(options.privateKey)
  const calls: string[] = []
  const declined = new Set<string>()
  const interceptors = new Map<string, () => Promise<void>>()
  const changed = new Map<string, (params: readonly unknown[]) => readonly unknown[]>()
  let hold: ((send: () => Promise<void>) => void) | undefined
  let chainId = options.chainId
  const networks = [...options.networks]
  // Wallets expose accounts only to sites that requested them.
  let isConnected = false

  const requireKnown = (requested: number): number => {
    if (networks.some((network) => network.chainId === requested)) return requested
    throw Object.assign(new Error('Unrecognized chain.'), { code: 4902 })
  }
  const run = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    // The requested account signs, even if the wallet switches accounts in the meantime.
    const signer = account
    const before = interceptors.get(method)
    interceptors.delete(method)
    await before?.()
    const network = networks.find((known) => known.chainId === chainId)
    if (!network) throw Object.assign(new Error('unknown network'), { code: 4902 })
    const chain = defineChain({
      id: chainId,
      name: `Chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [network.rpcUrl] } },
    })
    switch (method) {
      case 'eth_accounts':
        return isConnected ? [account.address] : []
      case 'eth_requestAccounts':
        isConnected = true
        return [account.address]
      case 'eth_chainId':
        return numberToHex(chainId)
      case 'wallet_switchEthereumChain':
        chainId = requireKnown(hexToNumber((params[0] as { chainId: Hex }).chainId))
        return null
      case 'wallet_addEthereumChain': {
        const added = params[0] as { chainId: Hex; rpcUrls: string[] }
        chainId = hexToNumber(added.chainId)
        networks.push({ chainId, rpcUrl: added.rpcUrls[0] ?? '' })
        return null
      }
      case 'personal_sign':
        return signer.signMessage({ message: { raw: params[0] as Hex } })
      case 'eth_signTypedData_v4':
        return signer.signTypedData(JSON.parse(params[1] as string))
      case 'eth_sendTransaction': {
        const { to, data, value, gas } = params[0] as {
          [name in 'to' | 'data' | 'value' | 'gas']: Hex
        }
        const client = createWalletClient({ account: signer, chain, transport: http() })
        // Gas cannot be estimated for a transaction that reverts.
        const limit = gas && { gas: BigInt(gas) }
        const request = { to, data: data ?? '0x', value: BigInt(value ?? 0), ...limit } as const
        if (!hold) return client.sendTransaction(request)
        const prepared = await client.prepareTransactionRequest(request)
        const serializedTransaction = await client.signTransaction(prepared)
        hold(async () => {
          await client.sendRawTransaction({ serializedTransaction })
        })
        hold = undefined
        return keccak256(serializedTransaction)
      }
      default:
        return createPublicClient({ chain, transport: http() }).request({ method, params } as never)
    }
  }

  const emitAccounts = (accounts: readonly string[]) =>
    page.evaluate((detail) => {
      window.dispatchEvent(new CustomEvent('test-wallet-accounts', { detail }))
    }, accounts)

  await injectProvider(page, async (method, params) => {
    calls.push(method)
    if (declined.delete(method)) {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    const change = changed.get(method)
    changed.delete(method)
    return run(method, change ? change(params) : params)
  })
  return {
    get account() {
      return account
    },
    calls,
    declineNext: (method) => declined.add(method),
    beforeNext: (method, action) => interceptors.set(method, action),
    holdNextTransaction: () => {
      const pending = new Promise<() => Promise<void>>((resolve) => {
        hold = resolve
      })
      return async () => (await pending)()
    },
    switchNetwork: async (requested) => {
      chainId = requireKnown(requested)
      await page.evaluate((id) => {
        window.dispatchEvent(new CustomEvent('test-wallet-chain', { detail: id }))
      }, numberToHex(chainId))
    },
    changeNext: (method, change) => changed.set(method, change),
    switchAccount: async (privateKey) => {
      account = privateKeyToAccount(privateKey)
      await emitAccounts([account.address])
    },
    disconnect: async () => {
      isConnected = false
      await emitAccounts([])
    },
  }
}

/**
 * Injects a new browser wallet, funded by the Sepolia faucet. It is on Sepolia and knows all networks, or knows and is
 * on `only`.
 */
export async function injectFundedWallet(
  page: Page,
  baseURL = '',
  only?: number,
): Promise<InjectedWallet> {
  const { networks } = await fetchSettings(baseURL)
  const known = networks
    .map(({ chainId, rpcUrl = '' }) => ({ chainId, rpcUrl }))
    .filter(({ chainId }) => only === undefined || chainId === only)
  const options = { networks: known, chainId: only ?? sepolia }
  const wallet = await injectWallet(page, { ...options, privateKey: generatePrivateKey() })
  await fund(baseURL, wallet.account.address)
  return wallet
}
