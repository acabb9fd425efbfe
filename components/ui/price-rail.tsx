import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { classNames } from './class-names'
import { RailFills, RailText, RailTick } from './rail-drawing'
import { type PlacedLabel, placeLabels, type RailLabel } from './rail-labels'
import {
  type LimitRailPrices,
  limitRail,
  type OrderRailPrices,
  orderRail,
  type RailMark,
  type RailScale,
} from './rail-positions'

type OrderProps = {
  readonly prices: OrderRailPrices
  /** Formats amounts that are compared, all at once. */
  readonly texts: (amounts: readonly bigint[]) => readonly string[]
  /** Omits the differences to the quote, where the page states them beside the rail. */
  readonly isBare?: boolean
}

/**
 * PriceRail: an order's minimum, quote, market and executed amounts on a linear scale. Each tick has its number; the
 * colours say what is sure, what may come on top, and what came.
 */
export const PriceRail = ({ prices, texts, isBare = false }: OrderProps) => {
  const { limit, quoted, executed, market, bound } = prices
  const shown = [limit, quoted, executed, market, bound].filter((value) => value !== undefined)
  return <Rail scale={orderRail(prices)} numbers={texts(shown)} isBare={isBare} />
}

type LimitProps = {
  readonly prices: LimitRailPrices
  readonly text: (price: number) => string
}

/** The rail of a limit price: the market, the range of the last 24 hours, and how far the limit lies from them. */
export const LimitPriceRail = ({ prices, text }: LimitProps) => {
  const { limit, market, range } = prices
  const shown = [market, limit, ...(range ? [range.low, range.high] : [])]
  return <Rail scale={limitRail(prices)} numbers={shown.map(text)} />
}

/** The room of a rail without prices; its text says what is missing. */
export const EmptyRail = ({ children }: { readonly children?: ReactNode }) => (
  <p className="grid min-h-[3.375rem] place-items-center text-center text-label text-ink-2">
    {children}
  </p>
)

type RailProps = {
  readonly scale: RailScale
  /** One for each mark. */
  readonly numbers: readonly string[]
  readonly isBare?: boolean
}

const Rail = ({ scale: { marks, fills }, numbers, isBare = false }: RailProps) => {
  const labels = useLabels({ marks, numbers, isBare })
  return (
    <div
      data-slot="rail"
      role="img"
      aria-label={labels
        .map(({ name, number, change }) => [name, number, change].filter(Boolean).join(' '))
        .join(', ')}
      className="@container numeric relative h-[3.375rem] w-full text-label"
    >
      <svg aria-hidden="true" width="100%" height="54" className="block overflow-visible">
        <rect y="24" width="100%" height="6" rx="3" className="fill-chosen" />
        <RailFills fills={fills} y={24} height={6} />
        {marks.map((mark) => (
          <RailTick
            key={mark.name}
            mark={mark}
            isShort={fills.some(({ look }) => look === 'short')}
          />
        ))}
        {variantsOf(labels).map(({ placed, className }) => (
          <g key={className} className={className}>
            {placed.map((label) => (
              <RailText key={label.parts[0]?.name} label={label} change={changeOf(labels, label)} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  )
}

type ToneLabel = RailLabel & { readonly tone?: NonNullable<RailMark['change']>['tone'] }

/** Words the marks. Both ends of the 24 h range have one label, at its start. */
function useLabels({
  marks,
  numbers,
  isBare,
}: Pick<RailScale, 'marks'> & Required<Pick<RailProps, 'numbers' | 'isBare'>>): ToneLabel[] {
  const t = useTranslations('ui')
  const format = useFormat()
  const high = marks.findIndex(({ name }) => name === 'high')
  const highPlace = marks[high]?.place ?? 0
  return marks.flatMap(({ name, place, side, change }, index) => {
    const number = numbers[index] ?? ''
    if (name === 'high') return []
    if (name === 'low') {
      const at = place < 20 ? place : (place + highPlace) / 2
      const range = `${number} – ${numbers[high] ?? ''}`
      return [{ mark: { place: at, side }, name: t('rail.range'), number: range }]
    }
    const label = { mark: { place, side }, name: t(`rail.${name}`), number }
    if (isBare || !change) return [label]
    return [{ ...label, change: format.change(change.fraction), tone: change.tone }]
  })
}

/** Widths of rails in pixels at the normal text size: each is laid out for, and the container shows the one that fits. */
const widths = [
  { length: 240, from: '', to: '@min-[22rem]:hidden' },
  { length: 352, from: '@max-[22rem]:hidden', to: '@min-[25rem]:hidden' },
  { length: 400, from: '@max-[25rem]:hidden', to: '@min-[30rem]:hidden' },
  { length: 480, from: '@max-[30rem]:hidden', to: '' },
]

/** Lays the labels out for all widths, and joins widths with the same layout. */
function variantsOf(labels: readonly RailLabel[]) {
  const variants: { placed: readonly PlacedLabel[]; from: string; to: string }[] = []
  for (const { length, from, to } of widths) {
    const placed = placeLabels(labels, length)
    const last = variants.at(-1)
    if (last && JSON.stringify(last.placed) === JSON.stringify(placed)) last.to = to
    else variants.push({ placed, from, to })
  }
  return variants.map(({ placed, from, to }) => ({ placed, className: classNames(from, to) }))
}

/** The change that a placed label states, if any. */
function changeOf(labels: readonly ToneLabel[], { changeOf: index }: PlacedLabel) {
  const { change, tone = 'level' } = (index === undefined ? undefined : labels[index]) ?? {}
  return change === undefined ? undefined : { text: change, tone }
}
