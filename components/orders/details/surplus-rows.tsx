import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { gainPercentText, gainText, type ShownToken } from '@/components/orders/token-amount'
import { Detail, DetailList } from '@/components/ui/detail-list'
import type { OrderPrices } from '@/lib/client/orders/order-prices'
import { missingText } from '@/lib/core/format/number-text'

type Props = {
  readonly prices: OrderPrices
  /** The token of the variable amount: buy token of a sell order, sell token of a buy order. */
  readonly token: ShownToken
}

/**
 * The surplus of a fill over its quote and over its limit. With a quote, the slippage tolerance set the limit:
 * unused slippage is shown, but not coloured as a gain.
 */
export const SurplusRows = ({ prices, token }: Props) => {
  const t = useTranslations('orders')
  const { limit, quoted, vsQuote, vsLimit } = prices
  return (
    <DetailList>
      <Detail name={t('surplus.vsQuote')}>
        <Gain gain={vsQuote} over={quoted} token={token} isColoured />
      </Detail>
      <Detail name={t('surplus.vsLimit')}>
        <Gain gain={vsLimit} over={limit} token={token} isColoured={quoted === undefined} />
      </Detail>
    </DetailList>
  )
}

type GainProps = {
  readonly gain: bigint | undefined
  readonly over: bigint | undefined
  readonly token: ShownToken
  readonly isColoured: boolean
}

const Gain = ({ gain, over = 0n, token, isColoured }: GainProps) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  if (gain === undefined) return <span className="text-ink-3">{missingText}</span>
  const tone = gain > 0n ? 'text-surplus' : gain < 0n ? 'text-danger' : undefined
  return (
    <>
      <span className={isColoured ? tone : undefined}>{gainText(words, { gain, token })}</span>{' '}
      <span className="font-normal text-ink-2">{gainPercentText(words, { gain, over })}</span>
    </>
  )
}
