import type { CandleView } from '@/lib/client/market'
import { priceText, sumText } from '@/lib/client/price-text'
import type { CandleInterval } from '@/lib/market/candle'
import { candleTime } from './candle-text'

type Props = { readonly candle: CandleView; readonly interval: CandleInterval }

/** The numbers of the candle that is pointed at, else of the newest; the chart reads them out itself. */
export const CandleReadout = ({ candle, interval }: Props) => (
  <p
    aria-hidden="true"
    className="numeric flex min-h-10 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label"
  >
    <Part name={candleTime(candle, interval)} />
    <Part name="Close" text={priceText(candle.close)} />
    <Part name="Open" text={priceText(candle.open)} />
    <Part name="High" text={priceText(candle.high)} />
    <Part name="Low" text={priceText(candle.low)} />
    <Part name="Volume" text={sumText(candle.volume)} />
  </p>
)

const Part = ({ name, text = '' }: { readonly name: string; readonly text?: string }) => (
  <span className="inline-flex gap-1.5">
    <span className="text-ink-2">{name}</span>
    <span className="font-medium">{text}</span>
  </span>
)
