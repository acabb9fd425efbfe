import { ProgressRing } from '@/components/ui/progress-ring'
import { terseUsdText, usdText } from '@/lib/client/usd-text'

type Props = {
  /** Eligible dollars that earn a reward. */
  readonly trigger: number
  /** Eligible dollars that are missing to the next one; undefined when none can follow. */
  readonly left: number | undefined
  /** Whose volume it is: "one trader", "you". */
  readonly whose: string
}

/** How much of the way to the next reward is gone. */
export const RewardProgress = ({ trigger, left, whose }: Props) => {
  if (left === undefined) {
    return <p className="text-small text-ink-2">No further reward can be earned.</p>
  }
  const done = trigger > 0 ? Math.min(1, Math.max(0, 1 - left / trigger)) : 0
  return (
    <div className="flex items-center gap-4">
      <ProgressRing label="Progress to the next reward" left={done} size="large">
        <span aria-hidden="true" className="numeric text-h3">
          {Math.floor(done * 100)} %
        </span>
      </ProgressRing>
      <p className="min-w-0 text-small text-ink-2">
        <strong className="numeric font-medium text-ink">{usdText(left)}</strong> of eligible volume
        by {whose} to the next reward; each takes {terseUsdText(trigger)}.
      </p>
    </div>
  )
}
