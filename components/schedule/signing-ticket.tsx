'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useNow } from '@/components/app/use-now'
import { useFormat } from '@/components/i18n/use-format'
import { type ShownToken, tokenAmountText } from '@/components/orders/token-amount'
import { useTokenNames } from '@/components/orders/use-token-names'
import { KindTabs, type SharedParams } from '@/components/swap/form/kind-tabs'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Ticket } from '@/components/ui/slip'
import { Spinner } from '@/components/ui/spinner'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import {
  isRunning,
  type JobPhase,
  type JobState,
  nextPart,
  placedParts,
  type SigningJob,
} from '@/lib/client/schedule/signing-job'
import { serverClock } from '@/lib/client/server-clock'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Signing } from './use-signing-job'

type Props = {
  readonly signing: Signing & { readonly state: JobState }
  /** Kept when another kind of order is chosen. */
  readonly params: SharedParams
}

/** The ticket of a schedule that is being signed: it can be paused, and goes on after a reload. */
export const SigningTicket = ({ signing, params }: Props) => {
  const t = useTranslations('schedule')
  const wallet = useTranslations('wallet')
  const words = { t: useTranslations('orders'), format: useFormat() }
  const nameToken = useTokenNames()
  const { state, error } = signing
  const { job, phase } = state
  const [placed, count] = [placedParts(job), job.parts.length]
  const running = isRunning(phase)
  const actionRef = useFocusOnStart(running)
  const tokens = nameToken && { sold: nameToken(job.sellToken), bought: nameToken(job.buyToken) }
  const soldText = tokens && ((atoms: bigint) => tokenAmountText(words, atoms, tokens.sold))
  const progress = t('signing.progress', { placed, count })
  return (
    <Ticket
      aria-label={t('signing.name')}
      className="flex-1"
      upper={
        <>
          <KindTabs current="schedule" params={params}>
            {null}
          </KindTabs>
          <div className="grid gap-2 px-1 pb-3">
            <h2 className="text-section">{t(`signing.title.${running ? 'running' : 'paused'}`)}</h2>
            <p className="flex min-h-5 justify-between gap-4 text-small">
              <span className="text-ink-2">
                {tokens ? `${tokens.sold.symbol} → ${tokens.bought.symbol}` : null}
              </span>
              <span role="status" className="numeric">
                {progress}
              </span>
            </p>
            <ProgressBar label={t('signing.bar')} value={placed} max={count} text={progress} />
          </div>
        </>
      }
    >
      <div className="grid flex-1 grid-cols-1 content-start gap-3 px-1 py-3">
        <p className="min-h-10 text-small text-ink-2">
          <PhaseText job={job} phase={phase} />
        </p>
        {error === undefined || running ? null : (
          <ProblemAlert problem={describeSigningProblem(wallet, error, soldText)} />
        )}
        <JobParts job={job} phase={phase} sold={tokens?.sold} />
      </div>
      <div data-slot="action-bar" className="action-bar grid gap-2 rounded-b-card tab:mt-3">
        {running ? (
          <Button
            ref={actionRef}
            size="large"
            aria-disabled={isPausing(phase)}
            onClick={signing.pause}
          >
            {t(isPausing(phase) ? 'signing.pausing' : 'signing.pause')}
          </Button>
        ) : (
          <>
            <Button ref={actionRef} variant="primary" size="large" onClick={signing.run}>
              {t(nextPart(job) ? 'signing.resume' : 'steps.confirm')}
            </Button>
            <Button variant="quiet" onClick={signing.forget}>
              {placed === 0 ? t('signing.discard') : t('signing.keep', { count: placed })}
            </Button>
          </>
        )}
      </div>
    </Ticket>
  )
}

type PartsProps = {
  readonly job: SigningJob
  readonly phase: JobPhase
  readonly sold: ShownToken | undefined
}

/** The orders of the schedule, those that the service has with a check mark. */
const JobParts = ({ job, phase, sold }: PartsProps) => {
  const t = useTranslations('schedule')
  const format = useFormat()
  const next = isRunning(phase) ? nextPart(job) : undefined
  return (
    <ol
      aria-label={t('details.orders')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-72 overflow-y-auto rounded-well bg-well px-4 text-small"
    >
      {job.parts.map((part, index) => (
        <li
          key={part.validFrom}
          className="grid min-h-11 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-hair last:border-b-0"
        >
          <span className="grid size-5 place-items-center text-ink-2">
            {part.isPlaced ? (
              <Check aria-hidden="true" className="size-4 text-primary" strokeWidth={2.5} />
            ) : part === next ? (
              <Spinner className="size-4" />
            ) : (
              <span className="numeric">{index + 1}</span>
            )}
          </span>
          <span className="numeric">
            {format.local(new Date(part.validFrom * 1_000), new Date())}
            {part.isPlaced ? <span className="sr-only">, {t('signing.placed')}</span> : null}
          </span>
          <span className="numeric text-ink-2">
            {sold?.decimals === undefined
              ? null
              : `${format.amount(part.sellAmount, { ...sold, decimals: sold.decimals })} ${sold.symbol}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

const isPausing = (phase: JobPhase) => 'isPausing' in phase && phase.isPausing

/** When signing begins, and when it pauses, the focus is where the next act is. */
function useFocusOnStart(isRunning: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const before = useRef<boolean>(undefined)
  useEffect(() => {
    // A stored schedule that a reload brings back takes no focus.
    const isNews = before.current === undefined ? isRunning : before.current !== isRunning
    before.current = isRunning
    if (isNews) ref.current?.focus()
  }, [isRunning])
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
