'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { classNames } from '@/components/ui/class-names'
import { useTheme } from '@/components/ui/shell/theme'
import { Skeleton } from '@/components/ui/skeleton'
import type { CandleView } from '@/lib/client/market'
import type { Format } from '@/lib/core/format/format'
import { ChartLevel, type Level } from './chart-level'
import { type ChartKind, type Drawing, drawChart } from './draw-chart'
import { type ChartMark, ChartMarks } from './fills/chart-marks'

type Props = {
  /** Accessible name. */
  readonly label: string
  readonly candles: readonly CandleView[]
  readonly kind: ChartKind
  /** Index of the selected candle. */
  readonly pointed: number | undefined
  readonly onPoint: (index: number | undefined) => void
  /** Describes a candle; announced while arrow keys move the selection. */
  readonly textOf: (candle: CandleView) => string
  /** Formats prices of the scale; dollars by default. */
  readonly priceText?: (price: number) => string
  /** A price that can be moved on the scale. */
  readonly level?: Level | undefined
  /** Marks on the curve; decorative, since {@link textOf} describes a candle with its marks. */
  readonly marks?: readonly ChartMark[]
  /** Its height. */
  readonly className?: string
}

/** A price chart whose candles are selected by pointer or arrow keys. */
export const PriceChart = (props: Props) => {
  const { label, candles, pointed, onPoint, textOf, level, marks = [] } = props
  const { className = 'h-72 tab:h-96' } = props
  const t = useTranslations('tokens')
  const { boxRef, drawing, hasFailed, layout } = useDrawing(props)
  const last = candles.length - 1
  const current = Math.min(pointed ?? last, last)
  const candle = candles[current]
  if (hasFailed) {
    return (
      <p className="rounded-well bg-sunken p-4 text-small text-ink-2">{t('history.undrawn')}</p>
    )
  }
  const pointAt = (index: number | undefined) => {
    drawing?.pointAt(index)
    onPoint(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIndex({ index: current, count: candles.length }, event.key)
    if (next === undefined) return
    event.preventDefault()
    pointAt(next)
  }
  return (
    <div className={classNames('relative', className)}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={candle && textOf(candle)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && pointAt(current)}
        onBlur={() => pointAt(undefined)}
        className="absolute inset-0 rounded-well"
      >
        <div ref={boxRef} aria-hidden="true" className="absolute inset-0" />
        {drawing ? null : <Skeleton className="absolute inset-0" />}
      </div>
      {marks.length > 0 && drawing ? <ChartMarks {...{ marks, drawing, layout }} /> : null}
      {level && drawing ? <ChartLevel {...{ level, drawing, layout }} /> : null}
    </div>
  )
}

const dollars = (format: Format) => (price: number) => format.scalePrice(price)

/** Loads the chart library on first use. `layout` counts changes of the scale and the size. */
function useDrawing({ candles, kind, onPoint, priceText, level }: Props) {
  const format = useFormat()
  const boxRef = useRef<HTMLDivElement>(null)
  const write = priceText ?? dollars(format)
  const latest = useRef({ candles, onPoint, write, price: level?.price })
  const [drawing, setDrawing] = useState<Drawing>()
  const [hasFailed, setFailed] = useState(false)
  const [layout, countLayout] = useReducer((count: number) => count + 1, 0)
  const theme = useTheme()
  latest.current = { candles, onPoint, write, price: level?.price }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme change must redraw with the new CSS colours.
  useEffect(() => {
    let drawn: Drawing | undefined
    let isUnmounted = false
    import('lightweight-charts').then(
      (charts) => {
        if (isUnmounted || !boxRef.current) return
        const { candles, price } = latest.current
        drawn = drawChart({
          ...{ charts, box: boxRef.current, kind, format, candles, level: price },
          priceText: (price) => latest.current.write(price),
          onPoint: (index) => latest.current.onPoint(index),
          onLayout: countLayout,
        })
        setDrawing(drawn)
      },
      () => setFailed(true),
    )
    return () => {
      isUnmounted = true
      drawn?.remove()
      setDrawing(undefined)
    }
  }, [kind, format, theme])

  useEffect(() => drawing?.setCandles(candles), [drawing, candles])
  const price = level?.isMoving ? undefined : level?.price
  useEffect(() => {
    // While it is moved, the scale rests: it would run away from the pointer.
    if (!level?.isMoving) drawing?.setLevel(price)
  }, [drawing, price, level?.isMoving])
  return { boxRef, drawing, hasFailed, layout }
}

const page = 10

/** Returns the index that a key moves to on a chart of `count` points; undefined for other keys or without points. */
export function moveIndex(
  { index, count }: { readonly index: number; readonly count: number },
  key: string,
): number | undefined {
  const steps = new Map([
    ['ArrowLeft', index - 1],
    ['ArrowDown', index - 1],
    ['ArrowRight', index + 1],
    ['ArrowUp', index + 1],
    ['PageDown', index - page],
    ['PageUp', index + page],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = steps.get(key)
  return next === undefined || count === 0 ? undefined : Math.min(Math.max(next, 0), count - 1)
}
