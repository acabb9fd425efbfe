'use client'

import { useTranslations } from 'next-intl'
import type { PriceOf } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { classNames } from '@/components/ui/class-names'
import type { Ratio } from '@/lib/client/limit/ratio'
import { gainOver, marketPrice } from '@/lib/client/schedule/shown-schedule'

type Props = {
  /** The average price of the fills; undefined before the first one. */
  readonly average: Ratio | undefined
  readonly sold: ShownToken
  readonly bought: ShownToken
  readonly priceOf: PriceOf
}

/** The market's price of a pair now, from the tokens' prices in dollars. */
export function marketOf({ sold, bought, priceOf }: Omit<Props, 'average'>): Ratio | undefined {
  const worth = ({ address, decimals }: ShownToken) => {
    const usd = priceOf(address)
    return usd === undefined || decimals === undefined ? undefined : { usd, decimals }
  }
  return marketPrice(worth(sold), worth(bought))
}

/** Changes smaller than this have no colour. */
const flat = 0.0005

/** How much better or worse the average price is than the market now. */
export const AverageGap = ({ average, ...pair }: Props) => {
  const t = useTranslations('schedule')
  const format = useFormat()
  const market = marketOf(pair)
  if (!average || !market) return null
  const gain = gainOver(average, market)
  const tone = Math.abs(gain) < flat ? 'text-ink-2' : gain > 0 ? 'text-surplus' : 'text-danger'
  return (
    <span className={classNames('numeric text-label', tone)}>
      {t('gap', { percent: format.change(gain) })}
    </span>
  )
}
