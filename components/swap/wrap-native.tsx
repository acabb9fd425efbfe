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
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { readUntil } from '@/lib/client/wallet/read-until'
import { tokenAbi, wrappedNativeAbi } from '@/lib/client/wallet/token-abi'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** What is to be wrapped or unwrapped, and for whom. */
export type WrapInput = {
  readonly direction: WrapDirection
  /** Atoms. */
  readonly amount: bigint
  readonly owner: Address
  /** Whether the owner is a contract wallet, which may name transactions that the chain does not know. */
  readonly isContract: boolean
}

type Following = WrapInput & {
  /** The wallet has the transaction. */
  readonly onSent: () => void
  /** Ends the wait for a contract wallet. */
  readonly signal: AbortSignal
}

/**
 * Has the wallet wrap or unwrap the native token; gives the hash of what was mined, undefined for a contract wallet, which
 * may know it by a name of its own.
 *
 * @throws whatever the wallet throws, a {@link TransactionError} when it failed, the reason of the signal.
 */
export async function wrapNative(
  config: Config,
  { chainId, wrappedNative }: ServedNetwork,
  { direction, amount, owner, isContract, onSent, signal }: Following,
): Promise<Hex | undefined> {
  const wrapped = { chainId, address: toAddress(wrappedNative) }
  const read = () =>
    readContract(config, { ...wrapped, abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
  const before = isContract ? await read() : 0n
  const base = { ...wrapped, abi: wrappedNativeAbi }
  const hash = await askWallet(() =>
    direction === 'wrap'
      ? writeContract(config, { ...base, functionName: 'deposit', value: amount })
      : writeContract(config, { ...base, functionName: 'withdraw', args: [amount] }),
  )
  onSent()
  if (isContract) {
    const isDone = (held: bigint) =>
      direction === 'wrap' ? held >= before + amount : held + amount <= before
    await readUntil({ read, isDone, signal })
    return undefined
  }
  let mined = hash
  const onSpedUp = (faster: Hex) => {
    mined = faster
  }
  await waitForSuccess(config, { chainId, hash, onSpedUp })
  return mined
}

type Wrapped = Pick<WrapInput, 'direction'> & {
  readonly network: Pick<ServedNetwork, 'name' | 'nativeSymbol'>
  readonly hash: Hex | undefined
}

/** Tells that it is done, with a link to the transaction where its hash is known. */
export function tellWrapped(t: Translator<'swap'>, { network, hash, direction }: Wrapped): void {
  const symbol = network.nativeSymbol
  toastSuccess({
    title: direction === 'wrap' ? t('wrap.done', { symbol }) : t('wrap.undone'),
    ...(hash && {
      description: t.rich('wrap.transaction', {
        transaction: () => <TransactionLink network={network.name} hash={hash} />,
      }),
    }),
  })
}

/** Tells why it did not come about. */
export function tellNotWrapped(t: Translator<'wallet'>, error: unknown): void {
  const problem = describeSigningProblem(t, error)
  toastError({ title: problem.title, description: <ProblemText problem={problem} /> })
}
