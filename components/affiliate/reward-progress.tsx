import { ProgressRing } from '@/components/ui/progress-ring'
import { terseUsdText, usdText } from '@/lib/client/usd-text'

type Props = {
  /** Dollars of one trader's volume that earn a reward. */
  readonly trigger: number
  /** Dollars that are missing to the next one; undefined when none can follow. */
  readonly left: number | undefined
}

/** How much of the way to the next reward is gone. */
export const RewardProgress = ({ trigger, left }: Props) => {
  if (left === undefined) {
    return <p className="text-small text-ink-2">No further reward can be earned.</p>
  }
  const done = trigger > 0 ? Math.min(1, Math.max(0, 1 - left / trigger)) : 0
  return (
    <div className="flex items-center gap-4">
      <ProgressRing label="Progress to the next reward" left={done} size="large">
        <span aria-hidden="true" className="numeric text-h3">
          {percentText(done)} %
        </span>
      </ProgressRing>
      <p className="min-w-0 text-small text-ink-2">
        <strong className="numeric font-medium text-ink">{usdText(left)}</strong> to the next
        reward. One falls due for each {terseUsdText(trigger)} of one trader’s volume that counts.
      </p>
    </div>
  )
}

/** Never more than is done: whole percents, tenths of the first ten. */
const percentText = (done: number) =>
  done < 0.1 ? String(Math.floor(done * 1000) / 10) : String(Math.floor(done * 100))
