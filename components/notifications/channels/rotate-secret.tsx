'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { confirmWindow } from '@/components/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import { failureText } from './reason-text'
import { useRotateSecret } from './use-channels'
import { secretWindow } from './webhook-secret'

type Props = { readonly account: Address; readonly subscription: SubscriptionView }

/** Replaces a webhook's secret; the old one stays valid for another day. */
export const RotateSecret = ({ account, subscription }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const rotate = useRotateSecret(account, subscription.id)
  const [isOpen, setOpen] = useState(false)
  const until = overlapEnd(format, subscription)
  const close = () => {
    // Scrolls the pending secret into view.
    if (rotate.isPending) return
    setOpen(false)
    rotate.reset()
  }
  const shown = rotate.data
    ? secretWindow(t, { title: t('secret.new'), secret: rotate.data.secret, onClose: close })
    : confirmWindow({
        title: t('secret.ask'),
        description: until === undefined ? t('secret.within') : t('secret.replaces', { until }),
        labels: { act: t('secret.make'), keep: t('keep') },
        busy: rotate.isPending,
        onAct: () => rotate.mutate(undefined),
        onClose: close,
        failure: rotate.error
          ? { title: t('secret.failed'), text: failureText(t, rotate.error) }
          : undefined,
      })
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small font-medium">{t('secret.secret')}</p>
      <p className="text-small text-ink-2">
        {until === undefined ? t('secret.note') : t('secret.overlap', { until })}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('secret.make')}
      </Button>
      <Dialog open={isOpen} onOpenChange={(open) => !open && close()}>
        <DialogContent {...shown} />
      </Dialog>
    </div>
  )
}

/** Says until when messages carry two signatures; undefined if they carry one. */
function overlapEnd(format: Format, { oldSecretUntil }: SubscriptionView): string | undefined {
  const now = new Date()
  if (oldSecretUntil === null) return undefined
  const end = new Date(oldSecretUntil)
  return end > now ? format.local(end, now) : undefined
}
