'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { toastError, toastInfo } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import { usePendingTimeout } from '@/components/wallet/use-requests'
import { type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import { fetchAllowanceNeed } from '@/lib/client/portfolio/read-portfolio'
import { sendPresignature } from '@/lib/client/presign/send-presignature'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import { describeWalletProblem } from '@/lib/client/wallet/wallet-problem'
import { type Address, toAddress } from '@/lib/core/address'

type Props = {
  readonly order: ShownOrder
  readonly owner: Address
  /** Symbols of the sell and buy token. */
  readonly pair: { readonly sold: string; readonly bought: string }
  /** Omitted where the order cannot be hidden. */
  readonly onDiscard?: (() => void) | undefined
}

/** Actions for an order awaiting its presignature: sign it on chain, or hide it. */
export const PresignActions = ({ order, owner, pair, onDiscard }: Props) => {
  const t = useTranslations('orders')
  const wallet = useTranslations('wallet')
  const config = useConfig()
  const { settings, network } = useSettings()
  const [isAsking, setIsAsking] = useState(false)
  // A wallet that has not answered for a minute can be prompted again.
  const giveUp = useCallback(() => setIsAsking(false), [])
  usePendingTimeout(isAsking ? { id: 0, at: 'wallet' } : undefined, giveUp)
  const sign = async () => {
    setIsAsking(true)
    try {
      await walletClientOn(config, network)
      const sold = { token: order.sellToken, owner, amount: sellLimit(order) }
      await sendPresignature(config, {
        uid: order.uid,
        settlementContract: toAddress(settings.settlementContract),
        approval: {
          ...{ ...sold, chainId: network.chainId },
          amount: await fetchAllowanceNeed(network.name, sold),
          spender: toAddress(settings.vaultRelayerContract),
        },
      })
      toastInfo({ title: t('row.signed'), description: t('row.signedText') })
    } catch (error) {
      const problem = describeWalletProblem(wallet, error)
      const toast = problem.tone === 'info' ? toastInfo : toastError
      toast({ title: problem.title, description: <ProblemText problem={problem} /> })
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        busy={isAsking}
        onClick={() => void sign()}
        aria-label={t('row.signWhat', pair)}
      >
        {t('row.sign')}
      </Button>
      {onDiscard ? (
        <Button
          size="small"
          variant="quiet"
          onClick={onDiscard}
          aria-label={t('row.discardWhat', pair)}
        >
          {t('row.discard')}
        </Button>
      ) : null}
    </>
  )
}
