'use client'

import { useState } from 'react'
import { MorePages } from '@/components/affiliate/more-pages'
import { localText } from '@/components/orders/time-text'
import { Answer } from '@/components/tokens/answer'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { MarketSection } from '@/components/tokens/market-section'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { DeliveryView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { channelTitles } from './channel-face'
import { FailureLine } from './failure-line'
import { useDeliveries, useRetryDelivery } from './use-channels'

const choices = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'dead', label: 'Failed' },
  { value: 'sent', label: 'Sent' },
] as const

/** What was sent to the channels of an account, what waits, and what was given up. */
export const DeliveriesSection = ({ account }: { readonly account: Address }) => {
  const [state, setState] = useState<(typeof choices)[number]['value']>('all')
  const asked = useDeliveries(account, state === 'all' ? undefined : state)
  return (
    <MarketSection title="Last deliveries">
      <ChoiceRow label="Deliveries" choices={choices} value={state} onChoose={setState} />
      <Answer
        asked={asked}
        what="The deliveries"
        skeleton={<Skeleton className="h-32 rounded-card" />}
        missing={null}
      >
        {({ pages }) => {
          const rows = pages.flat()
          if (rows.length === 0) return <p className="text-small text-ink-2">None.</p>
          return (
            <MorePages asked={asked} what="deliveries" label="Older deliveries">
              <DeliveryTable account={account} rows={rows} />
            </MorePages>
          )
        }}
      </Answer>
    </MarketSection>
  )
}

const faces: Readonly<Record<DeliveryView['state'], { label: string; tone: Tone }>> = {
  sent: { label: 'Sent', tone: 'surplus' },
  waiting: { label: 'Waiting', tone: 'info' },
  dead: { label: 'Failed', tone: 'danger' },
}

type TableProps = { readonly account: Address; readonly rows: readonly DeliveryView[] }

const DeliveryTable = ({ account, rows }: TableProps) => (
  <Table caption="Deliveries">
    <thead>
      <tr>
        <TableHead>State</TableHead>
        <TableHead>Notification and channel</TableHead>
        <TableHead>When</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <TableCell>
            <Badge tone={faces[row.state].tone}>{faces[row.state].label}</Badge>
          </TableCell>
          <TableCell className="min-w-52 py-2 wrap-anywhere">
            {row.notification.message}
            <br />
            <span className="text-ink-2">
              {channelTitles[row.channel]} {row.label}
            </span>
          </TableCell>
          <TableCell className="numeric min-w-44 py-2">
            <p>{timesOf(row)}</p>
            {row.retryable ? <RetryButton account={account} row={row} /> : null}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** When it was sent or is tried next, and why it was not taken. */
function timesOf({ state, attempts, createdAt, dueAt, sentAt, lastError }: DeliveryView): string {
  const when = (iso: string | null) => localText(new Date(iso ?? createdAt), new Date())
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  if (state === 'sent') return when(sentAt)
  if (state === 'dead') return `Given up after ${tries}: ${lastError ?? 'unknown'}`
  if (attempts === 0) return `Due ${when(dueAt)}`
  return `Again ${when(dueAt)}, after ${tries}: ${lastError ?? 'unknown'}`
}

const RetryButton = ({
  account,
  row,
}: {
  readonly account: Address
  readonly row: DeliveryView
}) => {
  const retry = useRetryDelivery(account)
  return (
    <>
      <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(row.id)}>
        Send again
      </Button>
      <FailureLine error={retry.error} />
    </>
  )
}
