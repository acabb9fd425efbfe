'use client'

import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { SlippageCase, TokenOf } from '@/lib/client/market'
import { slippageText } from '@/lib/client/swap/slippage'
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
  /** What it is traded against. */
  readonly other: { readonly address: Address; readonly symbol: string }
}

const sizes = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const orderKinds = ['sell', 'buy'] as const

/** How much worse than quoted an order may have to settle, by its size. */
export const SlippageSection = ({ of, token, other }: Props) => {
  const price = usePrice(of)
  const asked = useSlippages(of, casesOf(price.data?.body.price, token, other.address))
  // Without a price there are no sizes to ask for.
  if (price.error && price.data === undefined) return null
  return (
    <MarketSection
      title="Slippage to expect"
      aside={<AsOf ms={asked.data?.asOfMs} />}
      note={`How much worse than quoted an order against ${other.symbol} may have to settle so that it is still filled. It grows with the size of the order and with how much the price moved in the last day.`}
    >
      <Answer
        asked={asked}
        what="The slippage"
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

const NoSlippage = () => (
  <p className="text-small text-ink-2">
    There is too little market data of this pair to recommend a slippage.
  </p>
)

/** For each size, selling and then buying. */
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

const SlippageTable = ({ symbol, bps }: TableProps) => (
  <Table caption={`Slippage to expect for ${symbol}`}>
    <thead>
      <tr>
        <TableHead>Size</TableHead>
        <TableHead align="end">Selling {symbol}</TableHead>
        <TableHead align="end">Buying {symbol}</TableHead>
      </tr>
    </thead>
    <tbody>
      {slippageSizes.map((usd, row) => (
        <tr key={usd}>
          <TableCell className="whitespace-nowrap">{sizes.format(usd)}</TableCell>
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

const textOf = (bps: number | undefined): string =>
  bps === undefined ? 'not known' : slippageText(bps)
