'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useNow } from '@/components/app/use-now'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import {
  isRunning,
  type JobPhase,
  nextPart,
  placedParts,
  type SigningJob,
} from '@/lib/client/schedule/signing-job'
import { serverClock } from '@/lib/client/server-clock'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Signing } from './use-signing-job'

type Props = { readonly signing: Signing }

/** The progress of a schedule that is being signed: it can be paused, and goes on after a reload. */
export const SigningPanel = ({ signing }: Props) => {
  const t = useTranslations('schedule')
  const wallet = useTranslations('wallet')
  const nameToken = useTokenNames()
  const { state, error } = signing
  const actionRef = useFocusOnStart(state !== undefined)
  if (!state || state.phase.at === 'done') return null
  const { job, phase } = state
  const [placed, count] = [placedParts(job), job.parts.length]
  const running = isRunning(phase)
  const symbols = nameToken && [nameToken(job.sellToken).symbol, nameToken(job.buyToken).symbol]
  return (
    <section
      aria-labelledby="signing-title"
      className="grid grid-cols-1 gap-3 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="signing-title" className="font-sans text-section font-semibold">
          {t(`signing.title.${running ? 'running' : 'paused'}`)}
          {symbols ? <span className="font-normal text-ink-2"> {symbols.join(' → ')}</span> : null}
        </h2>
        <p className="numeric text-small" role="status">
          {t('signing.progress', { placed, count })}
        </p>
      </div>
      <ProgressBar
        label={t('signing.bar')}
        value={placed}
        max={count}
        text={t('signing.progress', { placed, count })}
      />
      <p className="min-h-5 text-small text-ink-2">
        <PhaseText job={job} phase={phase} />
      </p>
      {error === undefined || running ? null : (
        <ProblemAlert problem={describeSigningProblem(wallet, error)} />
      )}
      <div className="flex flex-wrap gap-2">
        {running ? (
          <Button ref={actionRef} aria-disabled={isPausing(phase)} onClick={signing.pause}>
            {t(isPausing(phase) ? 'signing.pausing' : 'signing.pause')}
          </Button>
        ) : (
          <>
            <Button ref={actionRef} variant="primary" onClick={signing.run}>
              {t(nextPart(job) ? 'signing.resume' : 'signing.confirm')}
            </Button>
            <Button variant="quiet" onClick={signing.forget}>
              {placed === 0 ? t('signing.discard') : t('signing.keep', { count: placed })}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

const isPausing = (phase: JobPhase) => 'isPausing' in phase && phase.isPausing

/** When signing begins, the focus is where the next act is. */
function useFocusOnStart(isThere: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const wasThere = useRef(isThere)
  useEffect(() => {
    if (isThere && !wasThere.current) ref.current?.focus()
    wasThere.current = isThere
  }, [isThere])
  return ref
}

const PhaseText = ({ job, phase }: { readonly job: SigningJob; readonly phase: JobPhase }) => {
  const t = useTranslations('schedule')
  const number = placedParts(job) + 1
  switch (phase.at) {
    case 'signing':
      return phase.isLate ? t('signing.late') : t('signing.signing', { number })
    case 'placing':
      return t('signing.placing', { number })
    case 'waiting':
      return <Countdown untilMs={phase.untilMs} />
    case 'confirming':
      return phase.isLate ? t('signing.late') : t('signing.confirming')
    case 'sent':
      return t('signing.sent')
    default:
      return t('signing.paused')
  }
}

const Countdown = ({ untilMs }: { readonly untilMs: number }) => {
  const t = useTranslations('schedule')
  useNow()
  const seconds = Math.max(1, Math.ceil((untilMs - serverClock.nowMs()) / 1_000))
  return t('signing.waiting', { seconds })
}
