import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { ProgressRing } from '@/components/ui/progress-ring'

type Props = {
  /** Dollars of one trader's volume that earn a reward. */
  readonly trigger: number
  /** Dollars that are missing to the next one; undefined when none can follow. */
  readonly left: number | undefined
}

/** How much of the way to the next reward is gone. */
export const RewardProgress = ({ trigger, left }: Props) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  if (left === undefined) {
    return <p className="text-small text-ink-2">{t('progress.none')}</p>
  }
  const done = trigger > 0 ? Math.min(1, Math.max(0, 1 - left / trigger)) : 0
  return (
    <div className="flex items-center gap-4">
      <ProgressRing label={t('progress.label')} left={done} size="large">
        <span aria-hidden="true" className="numeric text-h3">
          {format.number(percentOf(done))} %
        </span>
      </ProgressRing>
      <p className="min-w-0 text-small text-ink-2">
        {t.rich('progress.left', {
          left: format.usd(left),
          trigger: format.terseUsd(trigger),
          strong: (chunks) => <strong className="numeric font-medium text-ink">{chunks}</strong>,
        })}
      </p>
    </div>
  )
}

/** Never more than is done: whole percents, tenths of the first ten. */
const percentOf = (done: number) =>
  done < 0.1 ? Math.floor(done * 1000) / 10 : Math.floor(done * 100)
