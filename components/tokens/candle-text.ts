import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import type { CandleView } from '@/lib/client/market'
import type { CandleInterval } from '@/lib/market/candles/candle'

const withTime = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
} as const
const dayOnly = { dateStyle: 'medium', timeZone: 'UTC' } as const

/** Formats a candle's start in UTC: "21 Nov, 09:30", or the date only for daily candles. */
export function candleTime(
  format: Format,
  { time }: Pick<CandleView, 'time'>,
  interval: CandleInterval,
): string {
  return format.date(time * 1000, interval === '1d' ? dayOnly : withTime)
}

type Words = { readonly t: Translator<'tokens'>; readonly format: Format }

/** Describes a candle in one sentence. */
export function candleText(
  { t, format }: Words,
  candle: CandleView,
  interval: CandleInterval,
): string {
  const { open, high, low, close, volume } = candle

  return t('candle.sentence', {
    time: candleTime(format, candle, interval),
    close: format.price(close),
    open: format.price(open),
    high: format.price(high),
    low: format.price(low),
    volume: format.sum(volume),
  })
}
