'use client'

import { Ban, Copy, FileText, Pencil, Repeat, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import type { ShownToken } from '@/components/orders/token-amount'
import { ActionsMenu } from '@/components/ui/actions-menu'
import { lazyPart } from '@/components/ui/lazy-part'
import type { MenuItem } from '@/components/ui/menu'
import { toastError, toastInfo } from '@/components/ui/toast'
import { recreateHref } from '@/lib/client/orders/recreate-href'
import { isEditable } from '@/lib/client/orders/replace-order'
import { cancelWays, type ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'

const ApproveOrder = lazyPart(
  async () => (await import('@/components/orders/actions/approve-order')).ApproveOrder,
)

const PresignActions = lazyPart(
  async () => (await import('@/components/orders/actions/presign-actions')).PresignActions,
)

type Props = {
  readonly order: ShownOrder
  readonly owner: Address
  readonly nameToken: (address: Address) => ShownToken
  /** Whether the connected wallet may trade on this deployment. */
  readonly isAllowed: boolean
  readonly isCancelling: boolean
  readonly onCancel: () => void
  /** Hides the order from the list. */
  readonly onDiscard: () => void
  readonly onEdit: () => void
}

/** The owner's actions in a row: what the order waits for as a button, everything else in a menu. */
export const RowActions = (props: Props) => {
  const { order, owner, nameToken, isAllowed, isCancelling } = props
  const t = useTranslations('orders')
  const { network } = useSettings()
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const pair = { sold: sold.symbol, bought: bought.symbol }
  const isOwn = isAllowed && !isCancelling && cancelWays(order, owner).length > 0
  const isKnown = sold.decimals !== undefined && bought.decimals !== undefined
  const isEnded = order.status !== 'open'
  const canCancel = isOwn && order.signed
  const details = `/orders/${order.uid}?chain=${network.chainId}`
  const repeat = recreateHref(order, { network: network.name, sold, bought })
  const items: readonly (MenuItem | false)[] = [
    { key: 'details', label: t('row.details'), icon: FileText, href: details },
    isEnded && { key: 'repeat', label: t('row.repeat'), icon: Repeat, href: repeat },
    isOwn &&
      isKnown &&
      isEditable(order, owner) && {
        ...{ key: 'edit', label: t('edit.edit'), icon: Pencil },
        onChoose: props.onEdit,
      },
    {
      ...{ key: 'copy', label: t('row.copyId'), icon: Copy },
      onChoose: () => copyText(order.uid, { done: t('row.copied'), failed: t('row.notCopied') }),
    },
    isOwn &&
      !order.signed && {
        ...{ key: 'discard', label: t('row.discard'), icon: Trash2, tone: 'danger' },
        onChoose: props.onDiscard,
      },
    canCancel && {
      ...{ key: 'cancel', label: t('row.cancel'), icon: Ban, tone: 'danger' },
      onChoose: props.onCancel,
    },
  ]
  const isUnsigned = isOwn && !order.signed
  const isUnapproved =
    isOwn && order.exclusion?.code === 'insufficientAllowance' && order.owner === owner
  return (
    <>
      {isUnsigned || isUnapproved ? (
        <span className="relative flex items-center max-tab:col-start-2 max-tab:row-start-4 max-desk:-col-end-1 max-desk:pt-2 tab:max-desk:col-start-3 tab:max-desk:row-start-2 tab:max-desk:pl-3">
          <Suspense fallback={null}>
            {isUnsigned ? (
              <PresignActions {...{ order, owner, pair }} />
            ) : (
              <ApproveOrder {...{ owner, token: order.sellToken, named: sold }} />
            )}
          </Suspense>
        </span>
      ) : null}
      <span className="relative max-tab:col-start-4 max-tab:row-start-1 max-tab:-my-3 max-tab:justify-self-center max-tab:self-start tab:-my-2 tab:-mr-2 tab:justify-self-end">
        <ActionsMenu
          label={t('row.actions', pair)}
          items={items.filter((item) => item !== false)}
        />
      </span>
    </>
  )
}

function copyText(text: string, words: { readonly done: string; readonly failed: string }): void {
  // `clipboard` is undefined in insecure contexts: plain HTTP except localhost.
  const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
  written.then(
    () => toastInfo({ title: words.done }),
    () => toastError({ title: words.failed }),
  )
}
