import type { Page } from '@playwright/test'
import { createPublicClient, type Hex, hashTypedData, http, numberToHex } from 'viem'
import { fund } from './fund'
import { fetchSettings } from './place-order'
import { createSafe, type SafeCall } from './safe-wallet'
import { injectProvider } from './wallet-provider'

const sepolia = 11_155_111

/** A Safe in the page, whose owner confirms in the test's process. */
export type InjectedSafe = {
  readonly address: string
  /** Methods asked so far. */
  readonly calls: readonly string[]
  /** What its owner has not confirmed yet, oldest first. */
  readonly queue: (() => Promise<Hex>)[]
  /** From now on transactions wait in the queue. */
  hold(): void
}

type SafeOptions = {
  /** Whether the wallet makes several calls as one (EIP-5792). */
  readonly isBatching: boolean
}

/**
 * Puts a wallet named "Test wallet" into the page whose account is a new Safe on Sepolia with test tokens. It gives
 * hashes that the chain does not know, as Safes do.
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
  // A wallet tells its accounts to sites only that asked for them.
  let isConnected = false

  const propose = async (asked: readonly SafeCall[]): Promise<Hex> => {
    const { hash, execute } = await safe.propose(asked)
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
