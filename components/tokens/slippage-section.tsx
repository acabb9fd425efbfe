'use client'

import { useTranslations } from 'next-intl'
import { parseUnits } from 'viem'
import { useFormat } from '@/components/i18n/use-format'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { SlippageCase, TokenOf } from '@/lib/client/market'
import type { Address } from '@/lib/core/address'
import { Answer } from './answer'
import type { ShownTokenFacts } from './token-facts'
import { usePrice, useSectionDue, useSlippages } from './use-market'

type Props = {
  readonly of: TokenOf
  readonly token: ShownTokenFacts
  /** The other token of the order. */
  readonly other: { readonly address: Address; readonly symbol: string }
}

/** Recommended slippage tolerance by order size. */
export const SlippageSection = ({ of, token, other }: Props) => {
  const t = useTranslations('tokens')
  const price = usePrice(of)
  const { ref, isDue } = useSectionDue()
  const worth = isDue ? price.data?.body.price : undefined
  const query = useSlippages(of, casesOf(worth, token, other.address))
  // Without a price the USD sizes cannot be converted to atoms.
  if (price.error && price.data === undefined) return null
  return (
    <Panel
      ref={ref}
      title={t('slippage.title')}
      aside={
        <span className="text-label text-ink-2">
          {t('slippage.pair', { symbol: token.symbol, other: other.symbol })}
        </span>
      }
    >
      <Answer
        query={query}
        what={t('slippage.what')}
        skeleton={<Skeleton className="h-23 rounded-well" />}
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
    </Panel>
  )
}

const NoSlippage = () => {
  const t = useTranslations('tokens')
  return <p className="text-small text-ink-2">{t('slippage.none')}</p>
}

/** Returns a sell order per size; undefined for a size below one atom. */
function casesOf(
  price: number | undefined,
  { decimals }: ShownTokenFacts,
  other: Address,
): readonly (SlippageCase | undefined)[] {
  if (price === undefined) return []
  return slippageSizes.map((usd) => {
    const atoms = atomsWorth(usd, { price, decimals })
    return atoms === undefined ? undefined : { other, kind: 'sell', atoms }
  })
}

type TableProps = { readonly symbol: string; readonly bps: readonly (number | undefined)[] }

const SlippageTable = ({ symbol, bps }: TableProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const largest = Math.max(...bps.map((each) => each ?? 0))
  return (
    <table className="numeric w-full text-small">
      <caption className="sr-only">{t('slippage.caption', { symbol })}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('slippage.size')}</th>
          <th scope="col">{t('slippage.title')}</th>
        </tr>
      </thead>
      <tbody>
        {slippageSizes.map((usd, row) => {
          const each = bps[row]
          return (
            <tr key={usd} className="h-8">
              <th scope="row" className="w-20 text-left font-normal whitespace-nowrap text-ink-2">
                {format.roundUsd(usd)}
              </th>
              <td>
                <span className="flex items-center gap-4 pl-3">
                  <Bar share={largest > 0 ? (each ?? 0) / largest : 0} />
                  <span className="ml-auto w-14 text-right font-medium">
                    {format.percent(each === undefined ? undefined : each / 10_000)}
                  </span>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Bar = ({ share }: { readonly share: number }) => (
  <svg aria-hidden="true" height="6" className="w-0 flex-1">
    <rect
      width="100%"
      height="6"
      rx="3"
      className="fill-sunken forced-colors:fill-transparent forced-colors:stroke-ink"
    />
    <rect width={`${share * 100}%`} height="6" rx="3" className="fill-primary" />
  </svg>
)

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
