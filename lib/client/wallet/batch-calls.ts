import { getAddress } from 'viem'
import type { Config } from 'wagmi'
import { getCapabilities, sendCalls, waitForCallsStatus } from 'wagmi/actions'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { askWallet } from './ask-wallet'

/** A call in a bundle. */
export type WalletCall = { readonly to: Address; readonly data: Hex }

/** The account that makes calls, and its network. */
export type Caller = { readonly chainId: number; readonly account: Address }

/**
 * Returns whether a wallet reports support for atomic bundles (EIP-5792): `atomic` in the final standard, `atomicBatch`
 * in older wallets.
 */
export function supportsBatches(capabilities: unknown): boolean {
  const { atomic, atomicBatch } = (capabilities ?? {}) as {
    readonly atomic?: { readonly status?: unknown }
    readonly atomicBatch?: { readonly supported?: unknown }
  }
  return (
    atomic?.status === 'supported' || atomic?.status === 'ready' || atomicBatch?.supported === true
  )
}

/** Returns whether the connected wallet supports atomic bundles; without an answer it does not. */
export async function canBatch(config: Config, { chainId, account }: Caller): Promise<boolean> {
  const capabilities = getCapabilities(config, { account, chainId })
  return supportsBatches(await capabilities.catch(() => undefined))
}

/** Has the wallet send a bundle and returns its id; throws the wallet's error. */
export async function sendBatch(
  config: Config,
  { chainId, account, calls }: Caller & { readonly calls: readonly WalletCall[] },
): Promise<string> {
  const { id } = await askWallet(() =>
    // A Safe compares the sender case-sensitively.
    sendCalls(config, {
      ...{ account: getAddress(account), chainId },
      ...{ calls: [...calls], forceAtomic: true },
    }),
  )
  return id
}

/** Owners of a contract wallet may take hours to confirm. */
const maxWaitMs = 24 * 3_600_000

/** Waits until a bundle is mined, as the wallet reports; `failed` if it never will be. */
export async function waitForBatch(config: Config, id: string): Promise<'done' | 'failed'> {
  const { status } = await waitForCallsStatus(config, {
    ...{ id, timeout: maxWaitMs, pollingInterval: 3_000 },
  })
  return status === 'failure' ? 'failed' : 'done'
}
