'use client'

import { useTranslations } from 'next-intl'
import { parseUnits } from 'viem'
import { useFormat } from '@/components/i18n/use-format'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { SlippageCase, TokenOf } from '@/lib/client/market'
import type { Address } from '@/lib/core/address'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { MarketSection } from './market-section'
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
    format.percent(each === undefined ? undefined : each / 10_000)
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
            <TableCell className="whitespace-nowrap">{format.roundUsd(usd)}</TableCell>
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

/** Order sizes in US dollars. */
const slippageSizes = [1_000, 10_000, 100_000] as const

/**
 * Converts US dollars to token atoms, rounded to two significant digits so that small price moves keep the
 * request and its cache key stable; undefined below one atom.
 */
export function atomsWorth(
  usd: number,
  { price, decimals }: { readonly price: number; readonly decimals: number },
): bigint | undefined {
  const units = usd / price
  if (!(units > 1e-18 && units < 1e20)) return undefined
  const digits = Math.max(0, 1 - Math.floor(Math.log10(units)))
  const atoms = parseUnits(
    Number(units.toPrecision(2)).toFixed(Math.min(digits, decimals)),
    decimals,
  )
  return atoms > 0n ? atoms : undefined
}
