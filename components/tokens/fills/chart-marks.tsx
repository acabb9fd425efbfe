import { useLayoutEffect, useState } from 'react'
import type { Drawing } from '@/components/tokens/draw-chart'
import { classNames } from '@/components/ui/class-names'

/** A mark at a price and a time of the chart, such as a fill of the trader's own. */
export type ChartMark = {
  /** Start of its candle in Unix seconds. */
  readonly time: number
  readonly price: number
  readonly side: 'bought' | 'sold'
  /** What it stands for, in words. */
  readonly text: string
}

type Props = {
  readonly marks: readonly ChartMark[]
  readonly drawing: Drawing
  /** Changes with the scale and the size of the chart. */
  readonly layout: number
}

type Place = { readonly mark: ChartMark; readonly x: number; readonly y: number }

/** The marks on the curve: an arrow up below the price of what was bought, one down above that of what was sold. */
export const ChartMarks = ({ marks, drawing, layout }: Props) => {
  const [places, setPlaces] = useState<readonly Place[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout has other places for the same marks.
  useLayoutEffect(() => {
    setPlaces(
      marks.flatMap((mark) => {
        const [x, y] = [drawing.xOf(mark.time), drawing.yOf(mark.price)]
        return x === undefined || y === undefined ? [] : [{ mark, x, y }]
      }),
    )
  }, [marks, drawing, layout])
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-5 overflow-clip">
      {places.map(({ mark: { time, side }, x, y }) => (
        <span
          key={`${time} ${side}`}
          data-fill={side}
          className={classNames(
            'absolute -translate-x-1/2',
            side === 'bought' ? 'pt-1' : '-translate-y-full pb-1',
          )}
          style={{ left: x, top: y }}
        >
          <SideArrow side={side} />
        </span>
      ))}
    </div>
  )
}

/** Up for what was bought, down for what was sold; the outline parts it from the curve. */
export const SideArrow = ({ side }: Pick<ChartMark, 'side'>) => (
  <svg
    viewBox="0 0 14 14"
    aria-hidden="true"
    className={classNames(
      'block size-3.5 stroke-surface stroke-[1.5] [paint-order:stroke]',
      side === 'bought' ? 'fill-up' : 'fill-danger',
    )}
  >
    <path d={side === 'bought' ? 'M7 1.5 12.5 12h-11z' : 'M7 12.5 1.5 2h11z'} />
  </svg>
)
