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
import { privateKeyToAccount } from 'viem/accounts'
import { injectProvider } from './wallet-provider'

/** A network that the wallet knows. */
export type WalletNetwork = { readonly chainId: number; readonly rpcUrl: string }

/** A wallet in the page that signs for real, in the test's process. */
export type InjectedWallet = {
  readonly account: PrivateKeyAccount
  /** Methods asked so far. */
  readonly calls: readonly string[]
  /** Declines the next request of this method as a person would (EIP-1193 code 4001). */
  declineNext(method: string): void
  /** Runs something when this method is asked for next, before it is answered. */
  beforeNext(method: string, run: () => Promise<void>): void
  /** Changes what is asked for next by this method, as its owner may in the wallet's own window. */
  changeNext(method: string, change: (params: readonly unknown[]) => readonly unknown[]): void
  /** Signs the next transaction and tells its hash; it is sent once what this returns is called. */
  holdNextTransaction(): () => Promise<void>
  /** Turns to another account, as its owner would in the wallet's own window. */
  turnTo(privateKey: Hex): Promise<void>
  /** Takes back that this site knows its accounts, in the same way. */
  disconnect(): Promise<void>
  /** Turns to another network that it knows, in the same way. */
  turnToNetwork(chainId: number): Promise<void>
}

type WalletOptions = {
  readonly privateKey: Hex
  readonly networks: readonly WalletNetwork[]
  readonly chainId: number
}

/** Puts an EIP-6963 wallet named "Test wallet" into every page that `page` loads from now on. */
export async function injectWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  let account = privateKeyToAccount(options.privateKey)
  const calls: string[] = []
  const declined = new Set<string>()
  const awaited = new Map<string, () => Promise<void>>()
  const changed = new Map<string, (params: readonly unknown[]) => readonly unknown[]>()
  let hold: ((send: () => Promise<void>) => void) | undefined
  let chainId = options.chainId
  const networks = [...options.networks]
  // A wallet tells its accounts to sites only that asked for them.
  let isConnected = false

  const known = (asked: number): number => {
    if (networks.some((network) => network.chainId === asked)) return asked
    throw Object.assign(new Error('Unrecognized chain.'), { code: 4902 })
  }
  const run = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    // Who was asked signs, also where the wallet turns to another account meanwhile.
    const signer = account
    const before = awaited.get(method)
    awaited.delete(method)
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
        chainId = known(hexToNumber((params[0] as { chainId: Hex }).chainId))
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
        // What fails on the chain has no gas that could be estimated.
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

  const tellAccounts = (accounts: readonly string[]) =>
    page.evaluate((told) => {
      window.dispatchEvent(new CustomEvent('test-wallet-accounts', { detail: told }))
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
    beforeNext: (method, action) => awaited.set(method, action),
    holdNextTransaction: () => {
      const held = new Promise<() => Promise<void>>((resolve) => {
        hold = resolve
      })
      return async () => (await held)()
    },
    turnToNetwork: async (asked) => {
      chainId = known(asked)
      await page.evaluate((id) => {
        window.dispatchEvent(new CustomEvent('test-wallet-chain', { detail: id }))
      }, numberToHex(chainId))
    },
    changeNext: (method, change) => changed.set(method, change),
    turnTo: async (privateKey) => {
      account = privateKeyToAccount(privateKey)
      await tellAccounts([account.address])
    },
    disconnect: async () => {
      isConnected = false
      await tellAccounts([])
    },
  }
}
