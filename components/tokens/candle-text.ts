import type { CandleView } from '@/lib/client/market'
import { priceText, sumText } from '@/lib/client/price-text'
import type { CandleInterval } from '@/lib/market/candle'

const withTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const dayOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** When a candle begins, in UTC: "21 Nov, 09:30", or the day alone of a daily one. */
export function candleTime({ time }: Pick<CandleView, 'time'>, interval: CandleInterval): string {
  return (interval === '1d' ? dayOnly : withTime).format(time * 1000)
}

/** A candle in one sentence. */
export function candleText(candle: CandleView, interval: CandleInterval): string {
  const { open, high, low, close, volume } = candle
  const [o, h, l, c] = [open, high, low, close].map(priceText)
  return `${candleTime(candle, interval)}: ${c}, opened at ${o}, high ${h}, low ${l}, volume ${sumText(volume)}`
}
