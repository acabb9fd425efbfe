'use client'

import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { lazyPart } from '@/components/ui/lazy-part'
import { Link } from '@/components/ui/link'
import { recreateHref } from '@/lib/client/orders/recreate-href'
import { isEditable } from '@/lib/client/orders/replace-order'
import { cancelWays, type ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'

const ApproveOrder = lazyPart(async () => (await import('./approve-order')).ApproveOrder)

const PresignActions = lazyPart(async () => (await import('./presign-actions')).PresignActions)

type Props = {
  readonly order: ShownOrder
  readonly owner: Address
  readonly nameToken: (address: Address) => ShownToken
  /** Whether the connected wallet may trade on this deployment. */
  readonly isAllowed: boolean
  readonly isCancelling: boolean
  readonly onCancel: () => void
  /** Hides the order from the list; omitted on its own page. */
  readonly onDiscard?: () => void
  readonly onEdit: () => void
}

/** The owner's actions for an order: trade again, sign, approve, edit or cancel. */
export const OrderActions = (props: Props) => {
  const { order, owner, nameToken, isAllowed, isCancelling, onCancel } = props
  const { exclusion } = order
  const { network } = useSettings()
  const t = useTranslations('orders')
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const pair = { sold: sold.symbol, bought: bought.symbol }
  if (order.status !== 'open') {
    const href = recreateHref(order, { network: network.name, sold, bought })
    return (
      <Link
        href={href}
        aria-label={t('row.repeatWhat', pair)}
        className={buttonClass({ size: 'small' })}
      >
        {t('row.repeat')}
      </Link>
    )
  }
  if (!isAllowed || isCancelling || cancelWays(order, owner).length === 0) return null
  if (!order.signed) {
    return (
      <Suspense fallback={null}>
        <PresignActions {...props} pair={pair} />
      </Suspense>
    )
  }
  return (
    <>
      {exclusion?.code === 'insufficientAllowance' && order.owner === owner ? (
        <Suspense fallback={null}>
          <ApproveOrder {...{ owner, token: order.sellToken, named: sold }} />
        </Suspense>
      ) : null}
      {isEditable(order, owner) && sold.decimals !== undefined && bought.decimals !== undefined ? (
        <Button onClick={props.onEdit} aria-label={t('edit.editWhat', pair)}>
          {t('edit.edit')}
        </Button>
      ) : null}
      <Button onClick={onCancel} aria-label={t('row.cancelWhat', pair)}>
        {t('row.cancel')}
      </Button>
    </>
  )
}
