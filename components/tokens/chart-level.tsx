'use client'

import { GripVertical } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Drawing } from './draw-chart'

/** A price that is moved on the scale of a chart, such as a limit price. */
export type Level = {
  readonly price: number
  /** The price it is compared with; the ground between them is tinted. */
  readonly market: number
  /** Whether the market is better for the owner. */
  readonly isWorse: boolean
  /** Accessible name. */
  readonly name: string
  /** Text of the handle, and a shorter one for narrow charts. */
  readonly text: string
  readonly shortText: string
  /** The price as text, for the scale. */
  readonly priceText: string
  /** The accessible value. */
  readonly valueText: string
  readonly isMoving: boolean
  readonly onMove: (price: number) => void
  readonly onMoving: (isMoving: boolean) => void
}

type Props = {
  readonly level: Level
  readonly drawing: Drawing
  /** Changes with the scale and the size of the chart. */
  readonly layout: number
}

type Place = { readonly y: number; readonly marketY: number; readonly width: number }

/** Steps of the keys, as fractions of the market price. */
const steps = { small: 0.001, large: 0.01 } as const

/** The level as a line across the chart with a handle: dragged, or moved by the arrow keys. */
export const ChartLevel = ({ level, drawing, layout }: Props) => {
  const { price, market } = level
  const [place, setPlace] = useState<Place>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout has other places for the same prices.
  useLayoutEffect(() => {
    const [y, marketY] = [drawing.yOf(price), drawing.yOf(market)]
    setPlace(
      y === undefined || marketY === undefined
        ? undefined
        : { y, marketY, width: drawing.plotWidth() },
    )
  }, [drawing, price, market, layout])
  if (!place) return null
  const { y, marketY, width } = place
  return (
    <div className="pointer-events-none absolute inset-0 z-10 overflow-visible">
      <div
        aria-hidden="true"
        className={classNames(
          'absolute left-0',
          level.isWorse ? 'level-worse' : 'level-better',
          y < marketY ? 'level-tint-down' : 'level-tint-up',
        )}
        style={{ top: Math.min(y, marketY), height: Math.abs(y - marketY), width }}
      />
      <div
        aria-hidden="true"
        className="absolute left-0 border-t-2 border-dashed border-lime-edge"
        style={{ top: y - 1, width }}
      />
      <span
        aria-hidden="true"
        className="numeric absolute -translate-y-1/2 rounded-md bg-citron px-1.5 text-[0.75rem] leading-6 font-semibold text-on-citron"
        style={{ top: y, left: width + 2 }}
      >
        {level.priceText}
      </span>
      <Handle {...{ level, drawing, y, width }} />
    </div>
  )
}

type HandleProps = Pick<Props, 'level' | 'drawing'> & Pick<Place, 'y' | 'width'>

const Handle = ({ level, drawing, y, width }: HandleProps) => {
  const { price, market, name, text, shortText, valueText, isMoving, onMove, onMoving } = level
  const offset = useRef(0)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    offset.current = event.clientY - y
    onMoving(true)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!isMoving) return
    const next = drawing.priceAt(event.clientY - offset.current)
    if (next !== undefined && next > 0) onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPrice({ price, market }, event)
    if (next === undefined) return
    event.preventDefault()
    onMove(next)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.max(price, market) * 2}
      aria-valuenow={price}
      aria-valuetext={valueText}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => onMoving(false)}
      onPointerCancel={() => onMoving(false)}
      onLostPointerCapture={() => onMoving(false)}
      onKeyDown={onKeyDown}
      className={classNames(
        // On phones to the right of the legend, which is in the upper left corner.
        'left-[calc(var(--plot)*0.5)] max-tab:left-[calc(var(--plot)*0.75)]',
        'numeric pointer-events-auto absolute inline-flex h-8 -translate-1/2 touch-none items-center gap-1.5 rounded-full border border-lime-edge bg-citron px-3 text-label font-medium whitespace-nowrap text-on-citron select-none before:absolute before:-inset-1.5',
        isMoving ? 'cursor-grabbing' : 'cursor-grab',
      )}
      style={{ top: y, '--plot': `${width}px` } as CSSProperties}
    >
      <GripVertical aria-hidden="true" className="-ml-1 size-4" />
      <span className="max-tab:hidden">{text}</span>
      <span className="tab:hidden">{shortText}</span>
    </div>
  )
}

/** Returns the price that a key moves to; undefined for other keys. */
export function nextPrice(
  { price, market }: { readonly price: number; readonly market: number },
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): number | undefined {
  const step = market * (shiftKey ? steps.large : steps.small)
  const moves = new Map([
    ['ArrowUp', step],
    ['ArrowRight', step],
    ['ArrowDown', -step],
    ['ArrowLeft', -step],
    ['PageUp', market * steps.large],
    ['PageDown', -market * steps.large],
  ])
  if (key === 'Home') return market
  const move = moves.get(key)
  if (move === undefined) return undefined
  return price + move > 0 ? price + move : price
}
