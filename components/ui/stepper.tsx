import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from './class-names'
import { Spinner } from './spinner'

/** One step; `note` adds a clarification or the next action. */
export type Step = {
  readonly label: string
  readonly state: 'done' | 'current' | 'waiting'
  readonly note?: string
}

type Props = {
  readonly label: string
  readonly steps: readonly Step[]
  /** `busy` shows a spinner on the current step while waiting for the wallet or the network. */
  readonly pace?: 'idle' | 'busy'
}

const marks: Record<Step['state'], string> = {
  done: 'border-primary bg-primary text-on-primary',
  current: 'border-primary bg-primary-soft text-primary',
  waiting: 'border-line-strong text-ink-2',
}

/** Completed, current and upcoming steps as a numbered list. */
export const Stepper = ({ label, steps, pace = 'idle' }: Props) => {
  const t = useTranslations('ui')
  return (
    <ol aria-label={label} className="grid">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-0 not-last:before:left-[15px] not-last:before:w-0.5 not-last:before:bg-line"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'numeric grid size-8 shrink-0 place-items-center rounded-full border-2 text-small font-semibold',
              marks[step.state],
            )}
          >
            <StepMark step={step} number={index + 1} pace={pace} />
          </span>
          <span className="grid content-center gap-0.5">
            <span className={classNames('font-medium', step.state === 'waiting' && 'text-ink-2')}>
              {step.label}
              <span className="sr-only">, {t(`step.${step.state}`)}</span>
            </span>
            {step.note === undefined ? null : (
              <span className="text-small text-ink-2">{step.note}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

type MarkProps = { readonly step: Step; readonly number: number; readonly pace: 'idle' | 'busy' }

const StepMark = ({ step, number, pace }: MarkProps) => {
  if (step.state === 'done') return <Check className="size-4" strokeWidth={3} />
  if (step.state === 'current' && pace === 'busy') return <Spinner className="size-4" />
  return number
}
