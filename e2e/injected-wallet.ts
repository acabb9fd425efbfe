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
}

type WalletOptions = {
  readonly privateKey: Hex
  readonly networks: readonly WalletNetwork[]
  readonly chainId: number
}

type Answer = { result: unknown } | { error: { code: number; message: string } }

/** Puts an EIP-6963 wallet named "Test wallet" into every page that `page` loads from now on. */
export async function injectWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  let account = privateKeyToAccount(options.privateKey)
  const calls: string[] = []
  const declined = new Set<string>()
  const awaited = new Map<string, () => Promise<void>>()
  const changed = new Map<string, (params: readonly unknown[]) => readonly unknown[]>()
  let hold: ((send: () => Promise<void>) => void) | undefined
  let chainId = options.chainId
  // A wallet tells its accounts to sites only that asked for them.
  let isConnected = false

  const run = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    // Who was asked signs, also where the wallet turns to another account meanwhile.
    const signer = account
    const before = awaited.get(method)
    awaited.delete(method)
    await before?.()
    const network = options.networks.find((known) => known.chainId === chainId)
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
        chainId = hexToNumber((params[0] as { chainId: Hex }).chainId)
        return null
      case 'personal_sign':
        return signer.signMessage({ message: { raw: params[0] as Hex } })
      case 'eth_signTypedData_v4':
        return signer.signTypedData(JSON.parse(params[1] as string))
      case 'eth_sendTransaction': {
        const { to, data, value } = params[0] as { to: Hex; data?: Hex; value?: Hex }
        const client = createWalletClient({ account: signer, chain, transport: http() })
        const request = { to, data: data ?? '0x', value: BigInt(value ?? 0) } as const
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

  await page.exposeFunction(
    '__walletRequest',
    async (method: string, params: readonly unknown[]): Promise<Answer> => {
      calls.push(method)
      if (declined.delete(method)) {
        return { error: { code: 4001, message: 'User rejected the request.' } }
      }
      try {
        const change = changed.get(method)
        changed.delete(method)
        return { result: await run(method, change ? change(params) : params) }
      } catch (error) {
        const { code, message } = error as { code?: number; message: string }
        return { error: { code: code ?? -32603, message } }
      }
    },
  )
  await page.addInitScript(announceWallet)
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
    changeNext: (method, change) => changed.set(method, change),
    turnTo: async (privateKey) => {
      account = privateKeyToAccount(privateKey)
      await page.evaluate(
        (accounts) => {
          const told = new CustomEvent('test-wallet-accounts', { detail: accounts })
          window.dispatchEvent(told)
        },
        [account.address],
      )
    },
  }
}

/** Runs in the page: an EIP-1193 provider that asks the test's process, announced by EIP-6963. */
function announceWallet() {
  type Ask = (method: string, params: unknown) => Promise<Answer>
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
      const ask = (window as unknown as { __walletRequest: Ask }).__walletRequest
      const answer = await ask(method, params)
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      if (method === 'wallet_switchEthereumChain') {
        const [{ chainId }] = params as [{ chainId: string }]
        for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
      }
      return answer.result
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      listeners.get(event)?.delete(listener)
    },
  }
  window.addEventListener('test-wallet-accounts', (event) => {
    const accounts = (event as CustomEvent<string[]>).detail
    for (const listener of listeners.get('accountsChanged') ?? []) listener(accounts)
  })
  const info = {
    uuid: '5f3c1c8e-0d1a-4d3e-9a53-9f3f0b6c7a11',
    name: 'Test wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'test.wallet',
  }
  const announce = () => {
    const detail = Object.freeze({ info, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
