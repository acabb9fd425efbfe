import {
  type Chain,
  createPublicClient,
  createWalletClient,
  type EIP1193RequestFn,
  type HDAccount,
  hexToNumber,
  http,
  numberToHex,
  type TypedDataDefinition,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** The standard test mnemonic: its keys are public, so they hold only embedded tokens. */
const testMnemonic = 'test test test test test test test test test test test junk'

/** A test account of the embedded networks. */
export function demoAccount(index: number): HDAccount {
  return mnemonicToAccount(testMnemonic, { addressIndex: index })
}

type Listener = (...values: unknown[]) => void

/** An EIP-1193 provider for one test account, which signs in the page and sends through `rpcUrlOf`. */
export type DemoProvider = {
  readonly address: Address
  request: EIP1193RequestFn
  on: (event: string, listener: Listener) => void
  removeListener: (event: string, listener: Listener) => void
}

/** Parameters of a demo provider. */
export type DemoOptions = {
  accountIndex: number
  chainId: number
  /** Embedded networks only: the keys are public. */
  chains: readonly Chain[]
}

/** Creates the demo wallet's provider; it signs without asking. */
export function createDemoProvider(options: DemoOptions): DemoProvider {
  const account = demoAccount(options.accountIndex)
  const listeners = new Map<string, Set<Listener>>()
  let chain = findChain(options.chains, options.chainId)

  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [first, second] = (params ?? []) as [unknown, unknown]
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [account.address]
      case 'eth_chainId':
        return numberToHex(chain.id)
      case 'wallet_switchEthereumChain':
        chain = findChain(options.chains, hexToNumber((first as { chainId: Hex }).chainId))
        emit('chainChanged', numberToHex(chain.id))
        return null
      case 'personal_sign':
        return account.signMessage({ message: { raw: first as Hex } })
      case 'eth_signTypedData_v4':
        return account.signTypedData(JSON.parse(second as string) as TypedDataDefinition)
      case 'eth_sendTransaction':
        return send(chain, account, first as RpcTransaction)
      default:
        return createPublicClient({ chain, transport: http() }).request({ method, params } as never)
    }
  }
  return {
    address: account.address,
    request: request as EIP1193RequestFn,
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener)
    },
  }
}

type RpcTransaction = { to?: Hex; data?: Hex; value?: Hex; gas?: Hex }

function send(chain: Chain, account: HDAccount, { to, data, value, gas }: RpcTransaction) {
  return createWalletClient({ account, chain, transport: http() }).sendTransaction({
    ...(to ? { to } : {}),
    ...(data ? { data } : {}),
    ...(value ? { value: BigInt(value) } : {}),
    ...(gas ? { gas: BigInt(gas) } : {}),
  })
}

function findChain(chains: readonly Chain[], chainId: number): Chain {
  const chain = chains.find(({ id }) => id === chainId)
  if (chain) return chain
  throw Object.assign(new Error(`the demo wallet does not know network ${chainId}`), { code: 4902 })
}
