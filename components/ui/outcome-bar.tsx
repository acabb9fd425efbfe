import { classNames } from './class-names'
import { type RailPrices, railPositions } from './rail-positions'

/** Name and formatted value of one price. */
export type OutcomeLabel = { readonly name: string; readonly text: string }

type Props = {
  readonly prices: RailPrices & { readonly executed: bigint }
  /** Unknown prices are omitted. */
  readonly labels: {
    readonly limit: OutcomeLabel
    readonly quoted?: OutcomeLabel | undefined
    readonly executed: OutcomeLabel
    readonly bound?: OutcomeLabel | undefined
  }
}

type Mark = keyof Props['labels']

const marks: readonly Mark[] = ['limit', 'quoted', 'executed', 'bound']
/** Maps rail positions (6 to 94 %) to the full width: no label margin is needed, the labels are below the bar. */
const percent = (value: number): string => `${((value - 6) / 88) * 100}%`
const span = (from: number, to: number): string => `${((to - from) / 88) * 100}%`

/**
 * The executed price on a scale from the limit to the upper bound. The values are listed below the bar, so close
 * marks cannot make them overlap. Each mark has a distinct shape.
 */
export const OutcomeBar = ({ prices, labels }: Props) => {
  const at = railPositions(prices)
  const executed = at.executed ?? at.limit
  return (
    <div data-slot="outcome" className="grid gap-2">
      <svg
        aria-hidden="true"
        height="24"
        className="mx-1.5 block w-[calc(100%-0.75rem)] overflow-visible"
      >
        <rect x={percent(at.limit)} y="10" width="100%" height="4" className="fill-line" />
        <rect
          x={percent(at.limit)}
          y="10"
          width={span(at.limit, executed)}
          height="4"
          className="fill-primary"
        />
        {at.surplus === undefined ? null : (
          <rect
            x={percent(at.surplus.from)}
            y="8"
            width={span(at.surplus.from, at.surplus.to)}
            height="8"
            rx="2"
            className="fill-citron stroke-surplus stroke-1"
          />
        )}
        {marks.map((mark) => {
          const place = at[mark]
          return labels[mark] === undefined || place === undefined ? null : (
            <svg key={mark} aria-hidden="true" x={percent(place)} y="12" overflow="visible">
              <Sign mark={mark} />
            </svg>
          )
        })}
      </svg>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-small tab:grid-cols-4">
        {marks.map((mark) => {
          const label = labels[mark]
          return label === undefined ? null : (
            <div key={mark} className="min-w-0">
              <dt className="flex items-center gap-1.5 text-label text-ink-2">
                <svg aria-hidden="true" viewBox="-8 -8 16 16" className="size-4 shrink-0">
                  <Sign mark={mark} />
                </svg>
                {label.name}
              </dt>
              <dd
                className={classNames(
                  'numeric wrap-anywhere',
                  mark === 'executed' && 'font-semibold',
                )}
              >
                {label.text}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

/** Drawn around the origin, so that bar and legend share the same shape. */
const Sign = ({ mark }: { readonly mark: Mark }) => {
  if (mark === 'executed') return <circle r="5" className="fill-ink stroke-surface stroke-2" />
  if (mark === 'bound') {
    return <path d="M-3 -7H2V7H-3" fill="none" strokeWidth="2" className="stroke-ink" />
  }
  const half = mark === 'limit' ? 7 : 4
  return <path d={`M0 ${-half}V${half}`} strokeWidth="2" className="stroke-ink" />
}
