import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { ProgressRing } from '@/components/ui/progress-ring'
import { donePercent } from './done-percent'

type Props = {
  /** A trader's volume per reward, in dollars. */
  readonly trigger: number
  /** Volume missing to the next reward, in dollars; undefined if there are no more rewards. */
  readonly left: number | undefined
  /** Whether the trader is the user. */
  readonly isOwn?: boolean
}

/** Shows the progress to the next reward. */
export const RewardProgress = ({ trigger, left, isOwn = false }: Props) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  if (left === undefined) {
    return <p className="text-small text-ink-2">{t('progress.none')}</p>
  }
  const percent = donePercent({ trigger, left })
  return (
    <div className="flex items-center gap-4">
      <ProgressRing label={t('progress.label')} left={percent / 100} size="large">
        <span aria-hidden="true" className="numeric text-h3">
          {format.wholePercent(percent)}
        </span>
      </ProgressRing>
      <p className="min-w-0 text-small text-ink-2">
        {t.rich(isOwn ? 'progress.leftOwn' : 'progress.left', {
          left: format.usd(left),
          trigger: format.usd(trigger),
          strong: (chunks) => <strong className="numeric font-medium text-ink">{chunks}</strong>,
        })}
      </p>
    </div>
  )
}
