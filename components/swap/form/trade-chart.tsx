'use client'

import { Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useDue } from '@/components/app/use-due'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import type { ChartLimit, ChartView } from '@/components/tokens/pair-chart'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { isQuotedInSold } from '@/lib/client/pair-order'
import type { Token } from '@/lib/client/swap/tokens'
import { type Address, asErc20, toAddress } from '@/lib/core/address'

const PairChart = lazyPart(
  async () => (await import('@/components/tokens/pair-chart')).PairChart,
  'late',
)

type Props = {
  readonly tokens: Tokens
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  /** Direction of the price and a limit, if the form has them; else the chart has a direction of its own. */
  readonly limit?: {
    readonly isInverted: boolean
    readonly onInvert: () => void
    readonly line: ChartLimit | undefined
  }
}

/** The chart of the form's pair. Its room is reserved; it loads once it is in view and the page has nothing else to do. */
export const TradeChart = ({ tokens, sellToken, buyToken, limit }: Props) => {
  // On phones only the chart's upper edge shows below the card, and loading it at once would delay the card.
  const { ref, isDue } = useDue('-25%')
  const [turned, setTurned] = useState<string>()
  const [view, setView] = useState<ChartView>({ range: '1D', kind: 'line' })
  const pair = useChartedPair(tokens, { sellToken, buyToken })
  const id = pair && `${pair.sell.address} ${pair.buy.address}`
  const isUsual = isQuotedInSold(pair?.sell.address, pair?.buy.address)
  const isInverted = limit?.isInverted ?? isUsual !== (turned === id)
  return (
    <div
      ref={ref}
      className="flex min-h-144 min-w-0 flex-col rounded-[1.25rem] border border-card-edge bg-surface p-4 tab:min-h-132 tab:p-6"
    >
      {isDue && pair ? (
        <Suspense fallback={<Room />}>
          <PairChart
            key={id}
            view={view}
            onView={setView}
            base={isInverted ? pair.buy : pair.sell}
            quote={isInverted ? pair.sell : pair.buy}
            onInvert={limit?.onInvert ?? (() => setTurned(turned === id ? undefined : id))}
            limit={limit?.line}
          />
        </Suspense>
      ) : (
        <Room />
      )}
    </div>
  )
}

const Room = () => (
  <div className="flex flex-1 flex-col gap-4">
    <Skeleton className="h-16 w-44" />
    <Skeleton className="flex-1 rounded-well" />
    <Skeleton className="h-9 w-72 max-w-full" />
  </div>
)

type Sides = Pick<Props, 'sellToken' | 'buyToken'>

/** The native token against its wrapped form has no price: its price in dollars is shown. */
function useChartedPair({ find }: Tokens, { sellToken, buyToken }: Sides) {
  const { network } = useSettings()
  const wrappedNative = toAddress(network.wrappedNative)
  const erc20 = (address: Address) => asErc20(address, { wrappedNative })
  if (!sellToken || !buyToken) return undefined
  if (erc20(sellToken.address) !== erc20(buyToken.address))
    return { sell: sellToken, buy: buyToken }
  const dollar = find(toAddress(network.usdToken))
  return dollar && { sell: sellToken, buy: dollar }
}
