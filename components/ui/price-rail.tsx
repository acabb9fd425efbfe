import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/client/i18n/translator'
import { classNames } from './class-names'
import { type RailPositions, type RailPrices, railPositions } from './rail-positions'

type Labels = {
  /** The limit: "min 4,788.0", or "max …" when buying. */
  readonly limit: string
  /** Omitted without a quote. */
  readonly quoted?: string | undefined
  readonly executed?: string | undefined
  /** The surplus, such as "+14.3 USDC"; part of the accessible name only. */
  readonly surplus?: string | undefined
}

type Props = { readonly prices: RailPrices; readonly labels: Labels }

const percent = (value: number): string => `${value}%`

const anchorAt = (place: number): 'start' | 'middle' | 'end' => {
  if (place < 28) return 'start'
  return place > 72 ? 'end' : 'middle'
}

const edgeOf = (place: number): string => {
  const anchor = anchorAt(place)
  if (anchor === 'middle') return percent(place)
  return anchor === 'start' ? percent(Math.max(0, place - 6)) : percent(Math.min(100, place + 6))
}

/** Characters that fit on one line of the narrowest rail. */
const lineLength = 36

/** Returns whether the limit and quote labels fit side by side below the line. */
const isOneLine = (at: RailPositions, { limit, quoted, executed }: Labels): boolean =>
  executed === undefined && (at.quoted ?? 100) > 50 && `${limit}${quoted ?? ''}`.length < lineLength

const readOut = (t: Translator<'ui'>, { limit, quoted, executed, surplus }: Labels): string =>
  [limit, quoted, executed, surplus === undefined ? undefined : t('rail.surplus', { surplus })]
    .filter((part) => part !== undefined)
    .join(', ')

/**
 * PriceRail: an order's limit, quoted and executed price on a scale, with the surplus beyond the quote in citron.
 * The quoted label moves above the line if it could overlap the others.
 */
export const PriceRail = ({ prices, labels }: Props) => {
  const t = useTranslations('ui')
  const at = railPositions(prices)
  const isBelow = isOneLine(at, labels)
  return (
    <svg
      data-slot="rail"
      role="img"
      aria-label={readOut(t, labels)}
      height="68"
      className={classNames(
        'numeric block w-full overflow-visible text-label',
        (isBelow || labels.quoted === undefined) && '-mt-5',
      )}
    >
      <rect x="0" y="32" width="100%" height="4" rx="2" className="fill-line" />
      {at.surplus === undefined ? null : (
        <rect
          x={percent(at.surplus.from)}
          y="29"
          width={percent(at.surplus.to - at.surplus.from)}
          height="10"
          rx="2"
          className="animate-grow fill-citron stroke-surplus stroke-1 [transform-box:fill-box] [transform-origin:left]"
        />
      )}
      <Tick place={at.limit} />
      {at.quoted === undefined ? null : (
        <>
          <Tick place={at.quoted} />
          <text
            x={edgeOf(at.quoted)}
            y={isBelow ? 62 : 14}
            textAnchor={anchorAt(at.quoted)}
            className="fill-ink-2"
          >
            {labels.quoted}
          </text>
        </>
      )}
      <text x="0" y="62" className="fill-ink-2">
        {labels.limit}
      </text>
      {at.executed === undefined ? null : (
        <>
          <Tick place={at.executed} />
          <text
            x={edgeOf(Math.max(at.executed, 42))}
            y="62"
            textAnchor={anchorAt(Math.max(at.executed, 42))}
            className="fill-ink font-semibold"
          >
            {labels.executed}
          </text>
        </>
      )}
    </svg>
  )
}

const Tick = ({ place }: { readonly place: number }) => (
  <line
    x1={percent(place)}
    x2={percent(place)}
    y1="26"
    y2="42"
    strokeWidth="3"
    className="stroke-ink"
  />
)

/** The rail for a table cell, 48 px wide; the adjacent cell has the values. */
export const PriceRailMini = ({
  prices,
  label,
}: {
  readonly prices: RailPrices
  readonly label: string
}) => {
  const at = railPositions(prices)
  return (
    <svg
      data-slot="rail"
      role="img"
      aria-label={label}
      width="48"
      height="16"
      className="inline-block"
    >
      <rect x="0" y="7" width="48" height="2" rx="1" className="fill-line-strong" />
      {at.surplus === undefined ? null : (
        <rect
          x={percent(at.surplus.from)}
          y="5"
          width={percent(at.surplus.to - at.surplus.from)}
          height="6"
          className="fill-citron stroke-surplus stroke-1"
        />
      )}
      {[at.limit, at.quoted, at.executed].map((place, index) =>
        place === undefined ? null : (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: three fixed positions.
            key={index}
            x1={percent(place)}
            x2={percent(place)}
            y1="2"
            y2="14"
            strokeWidth="2"
            className="stroke-ink"
          />
        ),
      )}
    </svg>
  )
}
