'use client'

import { useState } from 'react'
import { MarketSection } from '@/components/tokens/market-section'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import type { Address } from '@/lib/core/address'
import { FailureLine } from './failure-line'
import { stillThere } from './failure-text'
import { useDeleteData, useExportData } from './use-channels'

/** What is kept of the account for its notifications: take it away, or remove it. */
export const AccountData = ({ account }: { readonly account: Address }) => {
  const [isAsking, setAsking] = useState(false)
  const download = useExportData(account)
  const save = () =>
    download.mutate(undefined, {
      onSuccess: (data) => saveJson(data, 'coincide-notifications.json'),
    })
  return (
    <MarketSection
      title="Your data"
      note="Channels, deliveries and what you have read. Orders and trades are on the chain and stay."
    >
      <div className="flex flex-wrap gap-2">
        <Button busy={download.isPending} onClick={save}>
          Download as JSON
        </Button>
        <Button onClick={() => setAsking(true)}>Delete all my data</Button>
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
  const remove = useDeleteData(account)
  const run = () =>
    remove.mutate(undefined, {
      onSuccess: ({ subscriptions }) => {
        onClose()
        const what = subscriptions === 1 ? 'One channel' : `${subscriptions} channels`
        toastSuccess({ title: 'Your data is deleted', description: `${what} removed.` })
      },
    })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete all your data?"
      description="All channels are removed with the record of what was sent, and everything counts as unread. This cannot be undone."
      labels={{ act: 'Delete everything', keep: 'Keep it' }}
      busy={remove.isPending}
      onAct={run}
      onClose={onClose}
      failure={stillThere(remove.error)}
    >
      <p className="text-small text-ink-2">You stay signed in.</p>
    </ConfirmDialog>
  )
}

function saveJson(data: unknown, name: string): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
