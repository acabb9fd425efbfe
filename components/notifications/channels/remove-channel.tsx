'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { stillThere } from './reason-text'
import { useRemoveChannel } from './use-channels'

type Props = {
  readonly account: Address
  readonly subscription: SubscriptionView
  /** The channel's name. */
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before a channel is removed. */
export const RemoveChannel = ({ account, subscription, title, isOpen, onClose }: Props) => {
  const t = useTranslations('notifications')
  const remove = useRemoveChannel(account, subscription.id)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('remove.title')}
      description={t('remove.text')}
      labels={{ act: t('remove.act'), keep: t('keep') }}
      busy={remove.isPending}
      onAct={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      failure={stillThere(t, remove.error)}
    >
      <p className="wrap-anywhere">{title}</p>
    </ConfirmDialog>
  )
}
