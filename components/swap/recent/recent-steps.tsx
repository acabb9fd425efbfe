import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import type { RecentStep } from './recent-text'

/** The four steps of an order side by side, each under its part of the track. */
export const RecentSteps = ({ steps }: { readonly steps: readonly RecentStep[] }) => {
  const t = useTranslations('ui')
  const label = useTranslations('swap')('recent.progress')
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1.5 tab:gap-2">
      {steps.map((step) => (
        <li
          key={step.name}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="grid content-start gap-0.5"
        >
          <span
            aria-hidden="true"
            className="mb-1.5 h-1 overflow-hidden rounded-full bg-bar2/60 tab:h-0.75"
          >
            <span
              className={classNames(
                'block h-full rounded-full bg-primary',
                step.state === 'done' && 'w-full',
                step.state === 'current' && 'w-3/5 animate-pulse-flat',
                step.state === 'waiting' && 'w-0',
              )}
            />
          </span>
          <span
            className={classNames(
              'text-label font-medium',
              step.state === 'waiting' && 'text-ink-2',
            )}
          >
            {step.label}
            <span className="sr-only">, {t(`step.${step.state}`)}</span>
          </span>
          {step.note === '' ? null : (
            <span className="numeric text-label text-ink-2 max-tab:hidden">{step.note}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
