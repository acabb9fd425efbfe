'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { cancelTrouble, cancelTroubleText } from '@/lib/client/orders/cancel-state'
import { isCancellable } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { EditedSchedule } from './edited-schedule'
import { useReplace } from './use-replace'

type Props = {
  readonly owner: Address
  readonly schedule: EditedSchedule
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before all open orders of a schedule are cancelled, by one signature. */
export const CancelSchedule = ({ owner, schedule, isOpen, onClose }: Props) => {
  const t = useTranslations('schedule')
  const orders = useTranslations('orders')
  const cancellation = useReplace(owner, schedule, () => {
    toastSuccess({ title: t('cancel.done') })
    onClose()
  })
  const { isBusy, error, run } = cancellation
  const count = schedule.open.length
  const isSigned = schedule.open.every(isCancellable)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('cancel.title', { count })}
      description={isSigned ? t('cancel.bySignature') : t('cancel.byTransaction')}
      labels={{
        act: isBusy ? orders('cancelDo.wallet') : t('cancel.act'),
        keep: t('cancel.keep'),
      }}
      busy={isBusy}
      onAct={run}
      onClose={onClose}
      failure={
        error === undefined ? undefined : cancelTroubleText(orders, cancelTrouble(error as Error))
      }
    />
  )
}
