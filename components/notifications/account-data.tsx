'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { MarketSection } from '@/components/tokens/market-section'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { saveFile } from '@/lib/client/save-file'
import type { Address } from '@/lib/core/address'
import { FailureLine } from './channels/failure-line'
import { stillThere } from './channels/reason-text'
import { useDeleteData, useExportData } from './channels/use-channels'

/** Exports or deletes the data stored for the account's notifications. */
export const AccountData = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('notifications')
  const [isAsking, setAsking] = useState(false)
  const download = useExportData(account)
  const save = () =>
    download.mutate(undefined, {
      onSuccess: (data) => saveJson(data, 'coincide-notifications.json'),
    })
  return (
    <MarketSection title={t('data.title')} note={t('data.note')}>
      <div className="flex flex-wrap gap-2">
        <Button busy={download.isPending} onClick={save}>
          {t('data.download')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t('data.delete')}</Button>
      </div>
      <FailureLine error={download.error} />
      <DeleteDialog account={account} isOpen={isAsking} onClose={() => setAsking(false)} />
    </MarketSection>
  )
}

type DialogProps = {
  readonly account: Address
  readonly isOpen: boolean
  readonly onClose: () => void
}

const DeleteDialog = ({ account, isOpen, onClose }: DialogProps) => {
  const t = useTranslations('notifications')
  const remove = useDeleteData(account)
  const run = () =>
    remove.mutate(undefined, {
      onSuccess: ({ subscriptions }) => {
        onClose()

        toastSuccess({
          title: t('data.deleted'),
          description: t('data.removed', { count: subscriptions }),
        })
      },
    })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('data.ask')}
      description={t('data.what')}
      labels={{ act: t('data.act'), keep: t('keep') }}
      busy={remove.isPending}
      onAct={run}
      onClose={onClose}
      failure={stillThere(t, remove.error)}
    >
      <p className="text-small text-ink-2">{t('data.signedIn')}</p>
    </ConfirmDialog>
  )
}

function saveJson(data: unknown, name: string): void {
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name)
}
