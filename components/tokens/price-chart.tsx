'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { useTheme } from '@/components/ui/shell/theme'
import { Skeleton } from '@/components/ui/skeleton'
import type { CandleView } from '@/lib/client/market'
import { moveIndex } from './chart-keys'
import { type ChartKind, type Drawing, drawChart } from './draw-chart'

type Props = {
  /** The accessible name: what is drawn. */
  readonly label: string
  readonly candles: readonly CandleView[]
  readonly kind: ChartKind
  /** The place of the candle that is pointed at. */
  readonly pointed: number | undefined
  readonly onPoint: (index: number | undefined) => void
  /** What a candle says, read out while the arrow keys move over the chart. */
  readonly textOf: (candle: CandleView) => string
}

/** Prices as a chart; pointer and arrow keys move over its candles one by one. */
export const PriceChart = ({ label, candles, kind, pointed, onPoint, textOf }: Props) => {
  const t = useTranslations('tokens')
  const { boxRef, drawing, hasFailed } = useDrawing({ candles, kind, onPoint })
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
      className="relative h-72 rounded-well tab:h-96"
    >
      <div ref={boxRef} aria-hidden="true" className="absolute inset-0" />
      {drawing ? null : <Skeleton className="absolute inset-0" />}
    </div>
  )
}

type DrawingInput = Pick<Props, 'candles' | 'kind' | 'onPoint'>

/** The library comes with the first chart only. */
function useDrawing({ candles, kind, onPoint }: DrawingInput) {
  const format = useFormat()
  const boxRef = useRef<HTMLDivElement>(null)
  const latest = useRef({ candles, onPoint })
  const [drawing, setDrawing] = useState<Drawing>()
  const [hasFailed, setFailed] = useState(false)
  const theme = useTheme()
  latest.current = { candles, onPoint }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the theme are read from the page.
  useEffect(() => {
    let drawn: Drawing | undefined
    let isGone = false
    import('lightweight-charts').then(
      (charts) => {
        if (isGone || !boxRef.current) return
        const tell = (index: number | undefined) => latest.current.onPoint(index)
        const { candles } = latest.current
        drawn = drawChart({ charts, box: boxRef.current, kind, format, candles, onPoint: tell })
        setDrawing(drawn)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      drawn?.remove()
      setDrawing(undefined)
    }
  }, [kind, format, theme])

  useEffect(() => drawing?.setCandles(candles), [drawing, candles])
  return { boxRef, drawing, hasFailed }
}
