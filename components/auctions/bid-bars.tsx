import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { AccountMark } from '@/components/tokens/token-mark'
import { classNames } from '@/components/ui/class-names'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { isSettling, placeOn } from './bid-scale'
import { type ScoreUnit, scoreText } from './score-text'

type Props = {
  /** Best first. */
  readonly bids: readonly CompetitionEntry[]
  /** Upper bound on the score of any settlement, in native atoms; undefined if unknown. */
  readonly bound: bigint | undefined
  readonly unit: ScoreUnit
}

/** Maximum number of bars; the table below lists all bids. */
const maxBars = 6

/** What each bid would give traders, as bars against the ceiling; the table of bids has the same numbers. */
export const BidBars = ({ bids, bound, unit }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const shown = bids.slice(0, maxBars)
  const most = [...shown.map(({ score }) => score), bound ?? 0n]
  const ceiling = bound === undefined ? undefined : placeOn(most, bound)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-section">{t('bars.title')}</h2>
        <p className="text-caption text-ink-2">
          {unit.nativeUsd === undefined
            ? t('bars.native', { symbol: unit.nativeSymbol })
            : t('bars.usd')}
        </p>
      </div>
      <div>
        {bound === undefined ? null : (
          <p className="numeric pb-2 text-right text-label font-semibold">
            {t('bars.ceiling', { score: scoreText(format, bound, unit) })}
          </p>
        )}
        <ul aria-label={t('bars.title')} className="grid gap-2">
          {shown.map((bid) => (
            <li
              key={bid.ranking}
              className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_minmax(4.5rem,auto)] items-center gap-3 tab:grid-cols-[minmax(0,9rem)_minmax(0,1fr)_minmax(5rem,auto)]"
            >
              <span className="flex min-w-0 items-center gap-2 text-small font-medium">
                <AccountMark account={bid.solverAddress} />
                <span className="truncate" title={bid.solver}>
                  {bid.solver}
                </span>
              </span>
              <Bar place={placeOn(most, bid.score)} ceiling={ceiling} isWon={isSettling(bid)} />
              <span className="numeric text-right text-small font-medium">
                {scoreText(format, bid.score, unit)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type BarProps = {
  readonly place: number
  readonly ceiling: number | undefined
  readonly isWon: boolean
}

const Bar = ({ place, ceiling, isWon }: BarProps) => (
  <svg data-slot="bid-bar" aria-hidden="true" height="24" className="block w-full overflow-visible">
    <rect width="100%" height="24" rx="6" className="fill-well" />
    <rect
      x="0.5"
      y="0.5"
      width={`${place}%`}
      height="23"
      rx="6"
      className={classNames(isWon ? 'fill-citron stroke-lime-edge' : 'fill-bar2', 'stroke-1')}
    />
    {ceiling === undefined ? null : (
      <line
        x1={`${ceiling}%`}
        x2={`${ceiling}%`}
        y1="-4"
        y2="28"
        strokeWidth="2"
        strokeDasharray="4 3"
        className="stroke-ink"
      />
    )}
  </svg>
)
