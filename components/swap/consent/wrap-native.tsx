'use client'

import type { Config } from 'wagmi'
import { readContract, writeContract } from 'wagmi/actions'
import type { ServedNetwork } from '@/components/app/settings'
import { TransactionLink } from '@/components/tx/transaction-link'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import type { Translator } from '@/lib/client/i18n/translator'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { WrapDirection } from '@/lib/client/swap/wrap-state'
import { readUntil, waitForSuccess } from '@/lib/client/wallet/approve-token'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { type PendingTransaction, whilePending } from '@/lib/client/wallet/pending-transaction'
import { tokenAbi, wrappedNativeAbi } from '@/lib/client/wallet/token-abi'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A wrap or unwrap, and its account. */
export type WrapInput = {
  readonly direction: WrapDirection
  /** Atoms. */
  readonly amount: bigint
  readonly owner: Address
  /** Whether the owner is a contract wallet, whose ids may not be transaction hashes. */
  readonly isContract: boolean
}

/**
 * Has the wallet wrap or unwrap the native token, and returns its transaction. For a contract wallet, which may return
 * its own id, it returns the resulting balance of the wrapped token as well.
 * @throws the wallet's error.
 */
export async function sendWrap(
  config: Config,
  network: ServedNetwork,
  { direction, amount, owner, isContract }: WrapInput,
): Promise<PendingTransaction> {
  const held = isContract ? await readWrapped(config, network, owner) : 0n
  const wrapped = { chainId: network.chainId, address: toAddress(network.wrappedNative) }
  const base = { ...wrapped, account: owner, abi: wrappedNativeAbi }
  const hash = await askWallet(() =>
    direction === 'wrap'
      ? writeContract(config, { ...base, functionName: 'deposit', value: amount })
      : writeContract(config, { ...base, functionName: 'withdraw', args: [amount] }),
  )
  if (!isContract) return { hash }
  return { hash, awaited: direction === 'wrap' ? held + amount : held - amount }
}

type SentWrap = Pick<WrapInput, 'direction' | 'owner'> & {
  readonly sent: PendingTransaction
  /** Ends the wait for a contract wallet. */
  readonly signal: AbortSignal
}

/**
 * Waits until a wrap is mined, and stores it meanwhile. Returns the mined hash, or undefined for a contract wallet.
 * @throws {TransactionError} if it failed, or its owner cancelled it; the abort reason of the signal.
 */
export function followWrap(
  config: Config,
  network: ServedNetwork,
  { direction, owner, sent, signal }: SentWrap,
): Promise<Hex | undefined> {
  const { chainId, wrappedNative } = network
  const { hash, awaited } = sent
  const of = { what: direction, chainId, token: toAddress(wrappedNative), owner }
  return whilePending(of, sent, async (keep) => {
    if (awaited !== undefined) {
      const isDone = (held: bigint) => (direction === 'wrap' ? held >= awaited : held <= awaited)
      await readUntil({ read: () => readWrapped(config, network, owner), isDone, signal })
      return undefined
    }
    let mined = hash
    const onSpedUp = (faster: Hex) => {
      mined = faster
      keep(faster)
    }
    await waitForSuccess(config, { chainId, hash, onSpedUp })
    return mined
  })
}

function readWrapped(
  config: Config,
  { chainId, wrappedNative }: ServedNetwork,
  owner: Address,
): Promise<bigint> {
  return readContract(config, {
    ...{ chainId, address: toAddress(wrappedNative), abi: tokenAbi },
    ...{ functionName: 'balanceOf', args: [owner] },
  })
}

type Wrapped = Pick<WrapInput, 'direction'> & {
  readonly network: Pick<ServedNetwork, 'name' | 'nativeSymbol'>
  readonly hash: Hex | undefined
}

/** Reports success, with a link to the transaction if its hash is known. */
export function showWrapped(t: Translator<'swap'>, { network, hash, direction }: Wrapped): void {
  const symbol = network.nativeSymbol
  toastSuccess({
    // Two waits for the same wrap report it once.
    ...(hash && { id: hash }),
    title: direction === 'wrap' ? t('wrap.done', { symbol }) : t('wrap.undone'),
    ...(hash && {
      description: t.rich('wrap.transaction', {
        transaction: () => <TransactionLink network={network.name} hash={hash} />,
      }),
    }),
  })
}

/** Reports the failure. */
export function showWrapFailure(t: Translator<'wallet'>, error: unknown): void {
  const problem = describeSigningProblem(t, error)
  toastError({ title: problem.title, description: <ProblemText problem={problem} /> })
}
