import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { CandleView } from '@/lib/client/market'
import type { CandleInterval } from '@/lib/market/candles/candle'
import { candleTime } from './candle-text'

type Props = { readonly candle: CandleView; readonly interval: CandleInterval }

/** The values of the selected candle, else the newest. Hidden from screen readers: the chart announces them. */
export const CandleReadout = ({ candle, interval }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  return (
    <p
      aria-hidden="true"
      className="numeric flex min-h-10 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label"
    >
      <Part name={candleTime(format, candle, interval)} />
      <Part name={t('candle.close')} text={format.price(candle.close)} />
      <Part name={t('candle.open')} text={format.price(candle.open)} />
      <Part name={t('candle.high')} text={format.price(candle.high)} />
      <Part name={t('candle.low')} text={format.price(candle.low)} />
      <Part name={t('candle.volume')} text={format.sum(candle.volume)} />
    </p>
  )
}

const Part = ({ name, text = '' }: { readonly name: string; readonly text?: string }) => (
  <span className="inline-flex gap-1.5">
    <span className="text-ink-2">{name}</span>
    <span className="font-medium">{text}</span>
  </span>
)
