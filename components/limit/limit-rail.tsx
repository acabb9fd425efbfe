'use client'

import { useFormat } from '@/components/i18n/use-format'
import { LimitPriceRail } from '@/components/ui/price-rail'
import { type PriceScale, type Ratio, ratioText } from '@/lib/client/limit/ratio'

type Props = {
  readonly price: Ratio | undefined
  readonly market: Ratio | undefined
  readonly scale: PriceScale
  /** Lowest and highest price of the last 24 hours, in the unit of `scale`. */
  readonly range?: { readonly low: number; readonly high: number } | undefined
}

/** The limit price and the market price to scale, with the range of the last 24 hours if it is known. */
export const LimitRail = ({ price, market, scale, range }: Props) => {
  const format = useFormat()
  if (!price || !market) return null
  const shown = (ratio: Ratio) => Number(ratioText(ratio, scale))
  const prices = { limit: shown(price), market: shown(market), range }
  return (
    <LimitPriceRail
      prices={{ ...prices, isHigherBetter: !scale.isInverted }}
      text={(value) => format.rate(value)}
    />
  )
}
