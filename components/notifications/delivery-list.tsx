import { localText } from '@/components/orders/time-text'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { DeliveryView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { channelTitles } from './channel-face'
import { FailureLine } from './failure-line'
import { useRetryDelivery, useSubscriptions } from './use-channels'
import { useFailureEnd } from './use-failure-end'

const faces: Readonly<Record<DeliveryView['state'], { label: string; tone: Tone }>> = {
  sent: { label: 'Sent', tone: 'surplus' },
  waiting: { label: 'Waiting', tone: 'info' },
  dead: { label: 'Failed', tone: 'danger' },
}

type Props = { readonly account: Address; readonly rows: readonly DeliveryView[] }

/** Deliveries, one below the other; side by side from 768 px: how each is, what it tells, when. */
export const DeliveryList = ({ account, rows }: Props) => {
  const on = useChannelsOn(account)
  return (
    <section
      aria-label="Deliveries"
      className="rounded-card border border-line bg-surface text-small"
    >
      <ul className="grid grid-cols-1 divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-1 items-start gap-x-4 gap-y-2 p-4 tab:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div>
              <Badge tone={faces[row.state].tone}>{faces[row.state].label}</Badge>
            </div>
            <div className="wrap-anywhere">
              <p>{row.notification.message}</p>
              <p className="text-ink-2">
                {channelTitles[row.channel]} {row.label}
              </p>
            </div>
            <div className="numeric grid justify-items-start gap-2 wrap-anywhere">
              <p>{timesOf(row)}</p>
              {row.retryable ? (
                <RetryButton account={account} row={row} isOn={on.has(row.subscriptionId)} />
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The channels to which something is sent now. */
function useChannelsOn(account: Address): ReadonlySet<string> {
  const { data = [] } = useSubscriptions(account)
  const on = data.filter(({ state }) => state === 'on' || state === 'failing')
  return new Set(on.map(({ id }) => id))
}

/** When it was sent or is tried next, and why it was not taken. */
function timesOf({ state, attempts, createdAt, dueAt, sentAt, lastError }: DeliveryView): string {
  const when = (iso: string | null) => localText(new Date(iso ?? createdAt), new Date())
  const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  if (state === 'sent') return when(sentAt)
  if (state === 'dead') return `Given up after ${tries}: ${lastError ?? 'unknown'}`
  if (attempts === 0) return `Due ${when(dueAt)}`
  return `Again ${when(dueAt)}, after ${tries}: ${lastError ?? 'unknown'}`
}

type RetryProps = {
  readonly account: Address
  readonly row: DeliveryView
  /** Whether its channel takes anything now. */
  readonly isOn: boolean
}

const RetryButton = ({ account, row, isOn }: RetryProps) => {
  const retry = useRetryDelivery(account)
  useFailureEnd(retry, isOn)
  return (
    <>
      <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(row.id)}>
        {row.state === 'dead' ? 'Send again' : 'Try now'}
      </Button>
      <FailureLine error={retry.error} />
    </>
  )
}
