'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { List, ListEmpty, ListSkeleton } from '@/components/ui/list'
import type { ScheduleParams } from '@/lib/client/schedule/schedule-link'
import type { Address } from '@/lib/core/address'
import type { EditedSchedule } from './edited-schedule'
import { ScheduleRow } from './schedule-row'
import { useSchedules } from './use-schedules'
import { useSellFunds } from './use-sell-funds'

const ScheduleDetails = lazyPart(async () => (await import('./schedule-details')).ScheduleDetails)

type Props = {
  readonly owner: Address
  /** Called with what the form is to be filled with; undefined where there is no form. */
  readonly onEdit?: ((asked: ScheduleParams, edited: EditedSchedule) => void) | undefined
}

/** The scheduled orders of an account: one row each, which unfolds to its parts. */
export const Schedules = ({ owner, onEdit }: Props) => {
  const t = useTranslations('schedule')
  const ui = useTranslations('ui')
  const { schedules, isPending, isError, refetch } = useSchedules(owner)
  const funds = useSellFunds(owner, schedules)
  const nameToken = useTokenNames()
  const [unfolded, setUnfolded] = useState<string>()
  const priceOf = useUsdPrices(
    schedules.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]),
  )
  if (isError && schedules.length === 0) {
    return (
      <Alert
        tone="danger"
        title={t('list.failed')}
        actions={
          <Button size="small" onClick={() => void refetch()}>
            {ui('answer.retry')}
          </Button>
        }
      >
        {t('list.failedWhat')}
      </Alert>
    )
  }
  if (isPending || !nameToken) return <ListSkeleton label={t('list.loading')} rows={2} hasHead />
  if (schedules.length === 0) {
    return (
      <ListEmpty>
        <EmptyState title={t('list.none')}>{t('list.noneWhat')}</EmptyState>
      </ListEmpty>
    )
  }
  return (
    <List
      label={t('list.title')}
      template="tab:[--columns:minmax(0,1fr)_8rem_11.5rem] desk:[--columns:minmax(0,1fr)_9rem_14rem_10rem_11.5rem]"
      columns={[
        { key: 'pair', label: t('list.schedule') },
        { key: 'progress', label: t('list.progress') },
        { key: 'average', label: t('list.average'), align: 'end', className: 'max-desk:hidden' },
        { key: 'next', label: t('list.next'), className: 'max-desk:hidden desk:pl-6' },
        { key: 'state', label: t('list.state') },
      ]}
      onEscape={() => setUnfolded(undefined)}
    >
      {schedules.map((schedule) => (
        <ScheduleRow
          key={schedule.id}
          {...{ owner, schedule, nameToken, priceOf }}
          funds={funds.get(schedule.sellToken)}
          isOpen={unfolded === schedule.id}
          onToggle={() => setUnfolded(unfolded === schedule.id ? undefined : schedule.id)}
          details={
            <Suspense fallback={<div className="h-64" />}>
              <ScheduleDetails {...{ owner, schedule, nameToken, priceOf, onEdit }} />
            </Suspense>
          }
        />
      ))}
    </List>
  )
}
