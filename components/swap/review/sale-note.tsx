'use client'

import { useTranslations } from 'next-intl'
import type { SaleTrouble } from '@/components/swap/consent/use-sale'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { SwapOrder } from '@/lib/client/swap/place-swap'

type Props = {
  readonly placed: Pick<SwapOrder, 'network' | 'sale'>
  readonly trouble: SaleTrouble | undefined
  readonly onDiscard: () => void
}

/** Shows the state of a native sale's paying transaction. */
export const SaleNote = ({ placed, trouble, onDiscard }: Props) => {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const { sale, network } = placed
  if (sale === undefined) return null
  const isOver = trouble !== undefined
  return (
    <Alert
      tone={isOver ? 'warn' : 'info'}
      title={isOver ? wallet(`presignTrouble.${trouble}`) : t('sale.title')}
      {...((isOver || sale.isContract) && {
        actions: (
          <Button size="small" variant="quiet" onClick={onDiscard}>
            {wallet('presign.discard')}
          </Button>
        ),
      })}
    >
      {isOver ? t('sale.failed') : t('slip.awaited')}{' '}
      {sale.isContract ? null : <TransactionLink network={network.name} hash={sale.hash} />}
    </Alert>
  )
}
