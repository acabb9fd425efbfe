import type { Page } from '@playwright/test'
import { createPublicClient, type Hex, hashTypedData, http, numberToHex } from 'viem'
import { createSafe, type SafeCall } from './safe-wallet'
import { fetchSettings, fund } from './service-api'
import { injectProvider } from './wallet-provider'

const sepolia = 11_155_111

/** A Safe injected into the page; its owner confirms in the test process. */
export type InjectedSafe = {
  readonly address: string
  /** JSON-RPC methods called so far. */
  readonly calls: readonly string[]
  /** Confirmations still to be given by the owner, oldest first. */
  readonly queue: (() => Promise<Hex>)[]
  /** Queues further transactions instead of executing them. */
  hold(): void
}

type SafeOptions = {
  /** Whether the wallet batches calls atomically (EIP-5792). */
  readonly isBatching: boolean
}

/**
 * Injects a wallet named "Test wallet" whose account is a new Safe on Sepolia with test tokens. It returns Safe
 * transaction hashes, which the chain does not know.
 */
export async function injectSafe(
  page: Page,
  baseURL: string | undefined,
  { isBatching }: SafeOptions,
): Promise<InjectedSafe> {
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  const safe = await createSafe(rpcUrl)
  await fund(baseURL, safe.address)
  const reader = createPublicClient({ transport: http(rpcUrl) })
  const calls: string[] = []
  const queue: (() => Promise<Hex>)[] = []
  const done = new Set<string>()
  let isHolding = false
  // Wallets expose accounts only to sites that requested them.
  let isConnected = false

  const propose = async (proposed: readonly SafeCall[]): Promise<Hex> => {
    const { hash, execute } = await safe.propose(proposed)
    const confirm = async () => {
      const sent = await execute()
      done.add(hash)
      return sent
    }
    if (isHolding) queue.push(confirm)
    else await confirm()
    return hash
  }
  await injectProvider(page, async (method, params) => {
    calls.push(method)
    switch (method) {
      case 'eth_accounts':
        return isConnected ? [safe.address] : []
      case 'eth_requestAccounts':
        isConnected = true
        return [safe.address]
      case 'eth_chainId':
        return numberToHex(sepolia)
      case 'eth_sendTransaction':
        return propose([params[0] as SafeCall])
      case 'eth_signTypedData_v4':
        return safe.sign(hashTypedData(JSON.parse(params[1] as string)))
      case 'wallet_getCapabilities':
        return { [numberToHex(sepolia)]: isBatching ? { atomic: { status: 'supported' } } : {} }
      case 'wallet_sendCalls':
        return { id: await propose((params[0] as { calls: SafeCall[] }).calls) }
      case 'wallet_getCallsStatus': {
        const status = done.has(String(params[0])) ? 200 : 100
        const of = { id: params[0], chainId: numberToHex(sepolia), atomic: true, version: '2.0.0' }
        return { ...of, status, receipts: [] }
      }
      default:
        return reader.request({ method, params } as never)
    }
  })
  return {
    ...{ address: safe.address, calls, queue },
    hold: () => {
      isHolding = true
    },
  }
}
