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
  /** `row` puts two or three short steps side by side, with the note of the current one below. */
  readonly direction?: 'row' | 'column'
}

/** Completed, current and upcoming steps as a numbered list. */
export const Stepper = ({ direction = 'column', ...props }: Props) =>
  direction === 'row' ? <RowStepper {...props} /> : <ColumnStepper {...props} />

type LayoutProps = Omit<Props, 'direction'>

const RowStepper = ({ label, steps, pace = 'idle' }: LayoutProps) => {
  const note = steps.find(({ state }) => state === 'current')?.note
  return (
    <div className="grid grid-cols-1 gap-2">
      <ol aria-label={label} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
        {steps.map((step, index) => (
          <li
            key={step.label}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="flex min-w-0 items-center gap-2 not-last:flex-1"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'numeric grid size-6 shrink-0 place-items-center rounded-full text-label font-semibold',
                step.state === 'done' && 'bg-primary-soft text-primary',
                step.state === 'current' && 'bg-primary text-on-primary',
                step.state === 'waiting' && 'border border-line-strong text-ink-2',
              )}
            >
              <StepMark step={step} number={index + 1} pace={pace} />
            </span>
            <span className={step.state === 'current' ? 'font-semibold' : 'text-ink-2'}>
              <StepLabel step={step} />
            </span>
            {index < steps.length - 1 ? (
              <span aria-hidden="true" className="ml-2 h-px min-w-4 flex-1 bg-line" />
            ) : null}
          </li>
        ))}
      </ol>
      {note === undefined ? null : <p className="text-label text-ink-2">{note}</p>}
    </div>
  )
}

const marks: Record<Step['state'], string> = {
  done: 'border-primary bg-primary text-on-primary',
  current: 'border-primary bg-primary-soft text-primary',
  waiting: 'border-line-strong text-ink-2',
}

const ColumnStepper = ({ label, steps, pace = 'idle' }: LayoutProps) => (
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
            <StepLabel step={step} />
          </span>
          {step.note === undefined ? null : (
            <span className="text-small text-ink-2">{step.note}</span>
          )}
        </span>
      </li>
    ))}
  </ol>
)

const StepLabel = ({ step: { label, state } }: { readonly step: Step }) => {
  const t = useTranslations('ui')
  return (
    <>
      {label}
      <span className="sr-only">, {t(`step.${state}`)}</span>
    </>
  )
}

type MarkProps = { readonly step: Step; readonly number: number; readonly pace: 'idle' | 'busy' }

const StepMark = ({ step, number, pace }: MarkProps) => {
  if (step.state === 'done') return <Check className="size-4" strokeWidth={3} />
  if (step.state === 'current' && pace === 'busy') return <Spinner className="size-4" />
  return number
}
