'use client'

import { useTranslations } from 'next-intl'
import { MorePages } from '@/components/affiliate/more-pages'
import { useSearchState } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { notificationText } from '@/components/notifications/inbox/message-text'
import { Answer } from '@/components/tokens/answer'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { MarketSection } from '@/components/tokens/market-section'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { DeliveryView } from '@/lib/client/channels'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import { FailureLine, useFailureEnd } from './failure-line'
import { reasonText } from './reason-text'
import { useDeliveries, useRetryDelivery, useSubscriptions } from './use-channels'

const tones: Readonly<Record<DeliveryView['state'], Tone>> = {
  sent: 'surplus',
  waiting: 'info',
  dead: 'danger',
}

type Props = { readonly account: Address; readonly rows: readonly DeliveryView[] }

/** A list of deliveries with state, content and time; in columns from 768 px. */
export const DeliveryList = ({ account, rows }: Props) => {
  const t = useTranslations('notifications')
  const words = useTranslations('account')
  const format = useFormat()
  const on = useChannelsOn(account)
  return (
    <section
      aria-label={t('deliveries.label')}
      className="overflow-clip rounded-panel border border-card-edge bg-surface text-small"
    >
      <ul className="grid grid-cols-1 divide-y divide-hair">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-1 items-start gap-x-4 gap-y-2 p-4 tab:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div>
              <Badge tone={tones[row.state]}>{t(`deliveries.state.${row.state}`)}</Badge>
            </div>
            <div className="wrap-anywhere">
              <p>{notificationText({ t: words, format }, row.notification)}</p>
              <p className="text-ink-2">
                {t(`channel.${row.channel}`)} {row.label}
              </p>
            </div>
            <div className="numeric grid justify-items-start gap-2 wrap-anywhere">
              <p>{timesOf({ t, format }, row)}</p>
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

/** Ids of the channels that are enabled. */
function useChannelsOn(account: Address): ReadonlySet<string> {
  const { data = [] } = useSubscriptions(account)
  const on = data.filter(({ state }) => state === 'on' || state === 'failing')
  return new Set(on.map(({ id }) => id))
}

type Words = { readonly t: Translator<'notifications'>; readonly format: Format }

/** When it was sent or will be retried, and why it failed. */
function timesOf({ t, format }: Words, row: DeliveryView): string {
  const { state, attempts, createdAt, dueAt, sentAt, lastError } = row
  const when = (iso: string | null) => format.local(new Date(iso ?? createdAt), new Date())
  const why = lastError ? reasonText(t, lastError) : t('deliveries.unknown')
  if (state === 'sent') return when(sentAt)
  if (state === 'dead') return t('deliveries.givenUp', { attempts, why })
  if (attempts === 0) return t('deliveries.due', { when: when(dueAt) })
  return t('deliveries.next', { when: when(dueAt), attempts, why })
}

type RetryProps = {
  readonly account: Address
  readonly row: DeliveryView
  /** Whether its channel is enabled. */
  readonly isOn: boolean
}

const RetryButton = ({ account, row, isOn }: RetryProps) => {
  const t = useTranslations('notifications')
  const retry = useRetryDelivery(account)
  useFailureEnd(retry, isOn)
  return (
    <>
      <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(row.id)}>
        {row.state === 'dead' ? t('deliveries.again') : t('deliveries.now')}
      </Button>
      <FailureLine error={retry.error} />
    </>
  )
}

const choices = ['all', 'waiting', 'dead', 'sent'] as const

/** The deliveries of an account: sent, pending and abandoned. */
export const DeliveriesSection = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('notifications')
  const { search, change } = useSearchState()
  const state = choices.find((choice) => choice === search.get('deliveries')) ?? 'all'
  const query = useDeliveries(account, state === 'all' ? undefined : state)
  return (
    <MarketSection title={t('deliveries.title')}>
      <ChoiceRow
        label={t('deliveries.label')}
        choices={choices.map((value) => ({ value, label: t(`deliveries.state.${value}`) }))}
        value={state}
        onChoose={(next) => change({ deliveries: next === 'all' ? '' : next })}
      />
      <Answer
        query={query}
        what={t('deliveries.what')}
        skeleton={<Skeleton className="h-32 rounded-card" />}
        missing={null}
      >
        {({ pages }) => {
          const rows = pages.flat()
          if (rows.length === 0)
            return <p className="text-small text-ink-2">{t('deliveries.none')}</p>
          return (
            <MorePages query={query} what={t('deliveries.rows')} label={t('deliveries.older')}>
              <DeliveryList account={account} rows={rows} />
            </MorePages>
          )
        }}
      </Answer>
    </MarketSection>
  )
}
