'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { SlippageCase, TokenOf } from '@/lib/client/market'
import type { Address } from '@/lib/core/address'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { MarketSection } from './market-section'
import { atomsWorth, slippageSizes } from './slippage-cases'
import type { ShownTokenFacts } from './token-facts'
import { usePrice, useSlippages } from './use-market'

type Props = {
  readonly of: TokenOf
  readonly token: ShownTokenFacts
  /** The other token of the order. */
  readonly other: { readonly address: Address; readonly symbol: string }
}

const orderKinds = ['sell', 'buy'] as const

/** Recommended slippage tolerance by order size and kind. */
export const SlippageSection = ({ of, token, other }: Props) => {
  const t = useTranslations('tokens')
  const price = usePrice(of)
  const query = useSlippages(of, casesOf(price.data?.body.price, token, other.address))
  // Without a price the USD sizes cannot be converted to atoms.
  if (price.error && price.data === undefined) return null
  return (
    <MarketSection
      title={t('slippage.title')}
      aside={<AsOf ms={query.data?.asOfMs} />}
      note={t('slippage.note', { symbol: other.symbol })}
    >
      <Answer
        query={query}
        what={t('slippage.what')}
        skeleton={<Skeleton className="h-60 rounded-card" />}
        missing={<NoSlippage />}
      >
        {({ bps }) =>
          bps.every((each) => each === undefined) ? (
            <NoSlippage />
          ) : (
            <SlippageTable symbol={token.symbol} bps={bps} />
          )
        }
      </Answer>
    </MarketSection>
  )
}

const NoSlippage = () => {
  const t = useTranslations('tokens')
  return <p className="text-small text-ink-2">{t('slippage.none')}</p>
}

/** Returns a sell case and a buy case per size, in this order. */
function casesOf(
  price: number | undefined,
  { decimals }: ShownTokenFacts,
  other: Address,
): readonly (SlippageCase | undefined)[] {
  if (price === undefined) return []
  return slippageSizes.flatMap((usd) => {
    const atoms = atomsWorth(usd, { price, decimals })
    return orderKinds.map((kind) => (atoms === undefined ? undefined : { other, kind, atoms }))
  })
}

type TableProps = { readonly symbol: string; readonly bps: readonly (number | undefined)[] }

const SlippageTable = ({ symbol, bps }: TableProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const textOf = (each: number | undefined) =>
    each === undefined
      ? t('notKnown')
      : `${format.number(each / 100, { maximumFractionDigits: 2 })} %`
  return (
    <Table caption={t('slippage.caption', { symbol })}>
      <thead>
        <tr>
          <TableHead>{t('slippage.size')}</TableHead>
          <TableHead align="end">{t('slippage.selling', { symbol })}</TableHead>
          <TableHead align="end">{t('slippage.buying', { symbol })}</TableHead>
        </tr>
      </thead>
      <tbody>
        {slippageSizes.map((usd, row) => (
          <tr key={usd}>
            <TableCell className="whitespace-nowrap">{format.terseUsd(usd)}</TableCell>
            {orderKinds.map((kind, column) => (
              <TableCell key={kind} align="end">
                {textOf(bps[row * orderKinds.length + column])}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
