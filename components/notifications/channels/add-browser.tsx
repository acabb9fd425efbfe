'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { addChannel } from '@/lib/client/channels'
import { ApiError } from '@/lib/client/request'
import {
  browserLabel,
  enablePush,
  findPushState,
  type PushAnswer,
  rememberPushChannel,
} from '@/lib/client/web-push'
import type { Address } from '@/lib/core/address'
import type { NotificationType } from '@/lib/core/notification'
import { failureText } from './reason-text'

type Props = {
  readonly account: Address
  /** What it is sent. */
  readonly types: readonly NotificationType[]
  readonly publicKey: string
  readonly onClose: () => void
}

/** Adds this browser as a channel; asks for the browser's permission only when the button is pressed. */
export const AddBrowser = ({ account, types, publicKey, onClose }: Props) => {
  const t = useTranslations('notifications')
  const queries = useQueryClient()
  const state = useQuery({ queryKey: ['push-state'], queryFn: findPushState, gcTime: 0 })
  const add = useMutation({
    mutationFn: async (): Promise<PushAnswer['kind']> => {
      const answer = await enablePush(publicKey)
      if (answer.kind !== 'on') return answer.kind
      const label = browserLabel(navigator.userAgent)
      const wish = { channel: 'web_push', label, types, ...answer.target } as const
      const { subscription } = await addChannel(account, wish)
      if (subscription) rememberPushChannel(subscription.id)
      return 'on'
    },
    onSuccess: (kind) => {
      if (kind === 'on') onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['own', account] }),
  })
  const kind = add.data ?? state.data
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('browser.title')} description={t('browser.text')}>
        <div className="grid grid-cols-1 gap-4">
          {kind === 'unsupported' ? (
            <Alert tone="info" title={t('browser.unsupported')}>
              {t('browser.unsupportedText')}
            </Alert>
          ) : null}
          {kind === 'denied' ? <Denied /> : null}
          {kind === 'dismissed' ? (
            <Alert tone="info" title={t('browser.dismissed')}>
              {t('browser.dismissedText')}
            </Alert>
          ) : null}
          {add.isError ? (
            <Alert tone="danger" title={t('browser.failed')}>
              {add.error instanceof ApiError ? failureText(t, add.error) : t('browser.silent')}
            </Alert>
          ) : null}
          {kind === 'unsupported' || kind === 'denied' ? null : (
            <Button
              variant="primary"
              size="large"
              busy={add.isPending}
              onClick={() => add.mutate()}
            >
              {add.isPending ? t('browser.answer') : t('browser.ask')}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** After a refusal, only the user can grant the permission, in the browser's settings. */
const Denied = () => {
  const t = useTranslations('notifications')
  return (
    <Alert tone="warn" title={t('browser.denied')}>
      <ol className="list-decimal pl-5">
        <li>{t('browser.step1')}</li>
        <li>{t('browser.step2')}</li>
        <li>{t('browser.step3')}</li>
      </ol>
    </Alert>
  )
}
