import type { ReactNode } from 'react'

type Props = {
  readonly card: ReactNode
  readonly chart: ReactNode
}

/** The trade card and the chart of its pair, equally high side by side; below 1100 px one above the other. */
export const TradeColumns = ({ card, chart }: Props) => (
  <div className="grid grid-cols-1 gap-x-6 gap-y-4 desk:grid-cols-[28.5rem_minmax(0,1fr)]">
    <div className="mx-auto flex w-full max-w-114 flex-col gap-4 desk:max-w-none">{card}</div>
    <div className="grid">{chart}</div>
  </div>
)
