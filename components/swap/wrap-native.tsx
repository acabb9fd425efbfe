'use client'

import type { Config } from 'wagmi'
import { writeContract } from 'wagmi/actions'
import type { ServedNetwork } from '@/components/app/settings'
import { TransactionLink } from '@/components/tx/transaction-link'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import type { Translator } from '@/lib/client/i18n/translator'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { wrappedNativeAbi } from '@/lib/client/wallet/token-abi'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** Which way, and how many atoms. */
export type WrapInput = { readonly direction: 'wrap' | 'unwrap'; readonly amount: bigint }

/** Has the wallet wrap or unwrap the native token; gives the hash of what was mined. */
export async function wrapNative(
  config: Config,
  { chainId, wrappedNative }: ServedNetwork,
  { direction, amount }: WrapInput,
): Promise<Hex> {
  const base = { chainId, address: toAddress(wrappedNative), abi: wrappedNativeAbi }
  const hash = await askWallet(() =>
    direction === 'wrap'
      ? writeContract(config, { ...base, functionName: 'deposit', value: amount })
      : writeContract(config, { ...base, functionName: 'withdraw', args: [amount] }),
  )
  let mined = hash
  const onSpedUp = (faster: Hex) => {
    mined = faster
  }
  await waitForSuccess(config, { chainId, hash, onSpedUp })
  return mined
}

type Wrapped = Pick<WrapInput, 'direction'> & {
  readonly network: Pick<ServedNetwork, 'name' | 'nativeSymbol'>
  readonly hash: Hex
}

/** Tells that it is done, with a link to the transaction. */
export function tellWrapped(t: Translator<'swap'>, { network, hash, direction }: Wrapped): void {
  const symbol = network.nativeSymbol
  toastSuccess({
    title: direction === 'wrap' ? t('wrap.done', { symbol }) : t('wrap.undone'),
    description: t.rich('wrap.transaction', {
      transaction: () => <TransactionLink network={network.name} hash={hash} />,
    }),
  })
}

/** Tells why it did not come about. */
export function tellNotWrapped(t: Translator<'wallet'>, error: unknown): void {
  const problem = describeSigningProblem(t, error)
  toastError({ title: problem.title, description: <ProblemText problem={problem} /> })
}
