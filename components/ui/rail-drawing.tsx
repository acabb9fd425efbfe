import { useId } from 'react'
import { classNames } from './class-names'
import type { PlacedLabel } from './rail-labels'
import type { RailFill, RailMark } from './rail-positions'

// Positions are attributes of SVG elements: pages that are rendered on the server cannot have style attributes.
const percent = (value: number): string => `${value}%`

const fillLooks: Readonly<Record<RailFill['look'], string>> = {
  sure: 'fill-[color-mix(in_srgb,var(--primary)_33%,var(--surface))]',
  possible: '',
  surplus:
    'fill-citron stroke-lime-edge animate-grow [transform-box:fill-box] [transform-origin:left]',
  short: '',
  band: 'fill-bar2',
}

type HatchProps = { readonly id: string; readonly className: string; readonly width: number }

const Hatch = ({ id, className, width }: HatchProps) => (
  <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">
    <rect width={width} height="5" className={className} />
  </pattern>
)

type FillsProps = {
  readonly fills: readonly RailFill[]
  /** Position and thickness of the line in pixels. */
  readonly y: number
  readonly height: number
}

/** The sections of a rail: hatched where they are possible or short, solid where they are sure. */
export const RailFills = ({ fills, y, height }: FillsProps) => {
  const id = useId()
  const possible = `${id}-possible`
  const short = `${id}-short`
  const patterns: Partial<Record<RailFill['look'], string>> = { possible, short }
  return (
    <>
      <defs>
        <Hatch id={possible} className="fill-lime-edge" width={1.5} />
        <Hatch id={short} className="fill-warn" width={2.5} />
      </defs>
      {fills.map(({ look, from, to }) => (
        <rect
          key={look}
          x={percent(from)}
          width={percent(to - from)}
          y={y}
          height={height}
          className={fillLooks[look]}
          {...(patterns[look] && { fill: `url(#${patterns[look]})` })}
        />
      ))}
    </>
  )
}

type TickProps = { readonly mark: RailMark; readonly isShort: boolean }

/** A tick of a rail whose line is in the middle of 54 pixels. */
export const RailTick = ({ mark: { place, look }, isShort }: TickProps) => {
  const x = percent(place)
  if (look === 'dot') {
    return (
      <>
        <circle cx={x} cy="27" r="7.5" className="fill-ink dark:fill-citron" />
        <circle cx={x} cy="27" r="5.5" className="fill-ink dark:fill-surface" />
        <circle cx={x} cy="27" r="4" className={isShort ? 'fill-warn' : 'fill-citron'} />
      </>
    )
  }
  return (
    <line
      x1={x}
      x2={x}
      y1="19"
      y2="35"
      strokeLinecap="round"
      className={look === 'main' ? 'stroke-ink stroke-3' : 'stroke-ink-3 stroke-2'}
    />
  )
}

/** The change of a price, and its colour. */
type Change = { readonly text: string; readonly tone: 'up' | 'down' | 'surplus' | 'level' }

const changeTones = {
  up: 'fill-up',
  down: 'fill-danger',
  surplus: 'fill-surplus',
  level: 'fill-ink-2',
}

type LabelProps = {
  readonly label: PlacedLabel
  readonly change: Change | undefined
}

/** The name and number of a tick, above or below the line. */
export const RailText = ({ label: { side, anchor, at, parts }, change }: LabelProps) => {
  const [first] = parts
  const isOneNumber = parts.every(({ number }) => number === first?.number)
  return (
    <text x={percent(at)} y={side === 'above' ? 12 : 50} textAnchor={anchor} className="fill-ink-2">
      {isOneNumber ? (
        <Part name={parts.map(({ name }) => name).join(' = ')} number={first?.number ?? ''} />
      ) : (
        parts.map((part, index) => (
          <tspan key={part.name}>
            {index > 0 ? ' · ' : null}
            <Part {...part} />
          </tspan>
        ))
      )}
      {change === undefined ? null : (
        <tspan className={classNames(changeTones[change.tone])}> {change.text}</tspan>
      )}
    </text>
  )
}

const Part = ({ name, number }: PlacedLabel['parts'][number]) => (
  <>
    {name} <tspan className="fill-ink font-semibold">{number}</tspan>
  </>
)
