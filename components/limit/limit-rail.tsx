'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { PriceRail } from '@/components/ui/price-rail'
import { boughtFor } from '@/lib/client/limit/ratio'
import type { Token } from '@/lib/client/swap/tokens'
import type { Market } from './use-market'

type Props = {
  readonly terms: { readonly sellAmount: bigint; readonly buyAmount: bigint }
  readonly limit: { readonly market: Pick<Market, 'ratio'> }
  readonly buyToken: Token
}

/** A scale with the limit price and the market price; better prices are on the right. */
export const LimitRail = ({ terms, limit, buyToken }: Props) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { ratio } = limit.market
  if (!ratio) return null
  const given = boughtFor(terms.sellAmount, ratio)
  const [limitText = '', marketText = ''] = format.amounts([terms.buyAmount, given], buyToken)
  const asked = {
    atoms: terms.buyAmount,
    label: t('rail.limit', { amount: limitText }),
  }
  const market = { atoms: given, label: t('rail.market', { amount: marketText }) }
  const [left, right] = asked.atoms > market.atoms ? [market, asked] : [asked, market]
  return (
    <PriceRail
      prices={{ limit: left.atoms, quoted: right.atoms }}
      labels={{ limit: left.label, quoted: right.label }}
    />
  )
}
