import { getAddress } from 'viem'
import type { Config } from 'wagmi'
import { getCapabilities, sendCalls, waitForCallsStatus } from 'wagmi/actions'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { askWallet } from './ask-wallet'

/** A call that a wallet is to make. */
export type WalletCall = { readonly to: Address; readonly data: Hex }

/** Who makes calls, and where. */
export type Caller = { readonly chainId: number; readonly account: Address }

/**
 * Whether a wallet makes several calls as one, by what it says of itself (EIP-5792): `atomic` as the standard is now,
 * `atomicBatch` as some still say it.
 */
export function takesBatches(capabilities: unknown): boolean {
  const { atomic, atomicBatch } = (capabilities ?? {}) as {
    readonly atomic?: { readonly status?: unknown }
    readonly atomicBatch?: { readonly supported?: unknown }
  }
  return (
    atomic?.status === 'supported' || atomic?.status === 'ready' || atomicBatch?.supported === true
  )
}

/** Whether the connected wallet makes several calls as one; a wallet that does not say so does not. */
export async function canBatch(config: Config, { chainId, account }: Caller): Promise<boolean> {
  const capabilities = getCapabilities(config, { account, chainId })
  return takesBatches(await capabilities.catch(() => undefined))
}

/** Has the wallet make calls as one, and gives the id that it knows them by; throws whatever the wallet throws. */
export async function sendBatch(
  config: Config,
  { chainId, account, calls }: Caller & { readonly calls: readonly WalletCall[] },
): Promise<string> {
  const { id } = await askWallet(() =>
    // A Safe compares the sender as it is written.
    sendCalls(config, {
      ...{ account: getAddress(account), chainId },
      ...{ calls: [...calls], forceAtomic: true },
    }),
  )
  return id
}

const longestMs = 24 * 3_600_000

/** Waits until calls are on the chain, as the wallet tells; `failed` when they are not and never will be. */
export async function waitForBatch(config: Config, id: string): Promise<'done' | 'failed'> {
  const { status } = await waitForCallsStatus(config, {
    ...{ id, timeout: longestMs, pollingInterval: 3_000 },
  })
  return status === 'failure' ? 'failed' : 'done'
}
