'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { TransactionLink } from '@/components/tx/transaction-link'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { wrappedNativeAbi } from '@/lib/client/wallet/token-abi'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type WrapInput = { readonly direction: 'wrap' | 'unwrap'; readonly amount: bigint }

/** Wraps and unwraps the native token by a transaction of the wallet. */
export function useWrap() {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const config = useConfig()
  const { network } = useSettings()
  const refresh = useRefreshChainReads()
  const { chainId, name, nativeSymbol } = network
  const base = { chainId, address: toAddress(network.wrappedNative), abi: wrappedNativeAbi }
  return useMutation({
    mutationFn: async ({ direction, amount }: WrapInput) => {
      const [{ writeContract }, { waitForSuccess }] = await Promise.all([
        import('wagmi/actions'),
        import('@/lib/client/wallet/approve-token'),
      ])
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
    },
    onSuccess: (hash, { direction }) => {
      refresh()
      toastSuccess({
        title: direction === 'wrap' ? t('wrap.done', { symbol: nativeSymbol }) : t('wrap.undone'),
        description: t.rich('wrap.transaction', {
          transaction: () => <TransactionLink network={name} hash={hash} />,
        }),
      })
    },
    onError: (error) => {
      const problem = describeSigningProblem(wallet, error)
      toastError({ title: problem.title, description: <ProblemText problem={problem} /> })
    },
  })
}
