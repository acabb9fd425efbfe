'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useInitialParams } from '@/components/app/use-search-state'
import { Deferred } from '@/components/ui/deferred'
import { lazyPart } from '@/components/ui/lazy-part'
import { ListSkeleton } from '@/components/ui/list'
import { toastSuccess } from '@/components/ui/toast'
import { useWallet } from '@/components/wallet/use-wallet'
import type { ScheduleParams } from '@/lib/client/schedule/schedule-link'
import type { JobState } from '@/lib/client/schedule/signing-job'
import type { EditedSchedule } from './edited-schedule'
import { ScheduleCard } from './schedule-card'
import { useSigningJob } from './use-signing-job'

const Schedules = lazyPart(async () => (await import('./schedules')).Schedules)

type Props = {
  /** Shown if no wallet is connected. */
  readonly explanation: ReactNode
}

/** A schedule that fills the form again, to be replaced by what the form says then. */
type Editing = { readonly asked: ScheduleParams; readonly edited: EditedSchedule }

/** The form of scheduled orders beside the chart of its pair, what is being signed, and the account's schedules. */
export const SchedulePage = ({ explanation }: Props) => {
  const t = useTranslations('schedule')
  const { network } = useSettings()
  const { account } = useWallet()
  const asked = useInitialParams()
  const signing = useSigningJob(account)
  const listRef = useShowPlaced(signing.state)
  const [editing, setEditing] = useState<Editing>()
  return (
    <div className="grid grid-cols-1 gap-8">
      <h1 className="sr-only">{t('title')}</h1>
      <Deferred>
        <ScheduleCard
          key={`${network.chainId} ${editing?.edited.id}`}
          asked={editing?.asked ?? asked}
          owner={account}
          signing={signing}
          edited={editing?.edited}
          onEditEnd={() => setEditing(undefined)}
        />
      </Deferred>
      {account ? (
        <section
          ref={listRef}
          aria-labelledby="schedules"
          className="grid scroll-mt-4 grid-cols-1 gap-3"
        >
          <h2 id="schedules" className="text-section">
            {t('list.title')}
          </h2>
          <Suspense fallback={<ListSkeleton label={t('list.loading')} rows={2} hasHead />}>
            <Schedules
              key={`${network.name} ${account}`}
              owner={account}
              onEdit={(params, edited) => {
                setEditing({ asked: params, edited })
                scrollTo({ top: 0 })
              }}
            />
          </Suspense>
        </section>
      ) : (
        explanation
      )}
    </div>
  )
}

/** Once all orders of a schedule are placed in this page view: says so, and scrolls the list into view. */
function useShowPlaced(state: JobState | undefined) {
  const t = useTranslations('schedule')
  const ref = useRef<HTMLElement>(null)
  const before = useRef<JobState>(undefined)
  const show = useEffectEvent(({ job }: JobState) => {
    toastSuccess({
      title: t('signing.done'),
      description: t('signing.progress', { placed: job.parts.length, count: job.parts.length }),
    })
    ref.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  })
  useEffect(() => {
    const known = before.current
    before.current = state
    // A job that was done before is no news, nor that of another account.
    const isSame = known !== undefined && known.job.schedule === state?.job.schedule
    if (state && isSame && known.phase.at !== 'done' && state.phase.at === 'done') show(state)
  }, [state])
  return ref
}
