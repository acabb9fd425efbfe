import type { TokenOf } from '@/lib/client/market'
import type { Address } from '@/lib/core/address'
import { HoldersSection } from './holders-section'
import { PoolsSection } from './pools-section'
import { PriceHistory } from './price-history'
import { SlippageSection } from './slippage-section'
import type { ShownTokenFacts } from './token-facts'
import { TokenHeader } from './token-header'
import { TokenPrice } from './token-price'

type Props = {
  readonly token: ShownTokenFacts
  readonly isListed: boolean
  readonly unsupported: string | undefined
  readonly network: { readonly name: string; readonly title: string }
  /** The counter token of the slippage figures. */
  readonly other: { readonly address: Address; readonly symbol: string }
}

/** The public page of a token: price, history, pools, slippage and holders. */
export const TokenReport = ({ token, isListed, unsupported, network, other }: Props) => {
  const { symbol } = token
  const of: TokenOf = { network: network.name, token: token.address }
  return (
    <div className="grid grid-cols-1 gap-8">
      <TokenHeader
        {...{ of, symbol, isListed, unsupported }}
        name={token.name}
        networkTitle={network.title}
      />
      <TokenPrice of={of} />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 desk:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid grid-cols-1 gap-10">
          <PriceHistory of={of} symbol={symbol} />
          <PoolsSection of={of} token={token} />
        </div>
        <div className="grid grid-cols-1 gap-10">
          <SlippageSection of={of} token={token} other={other} />
          <HoldersSection of={of} token={token} />
        </div>
      </div>
    </div>
  )
}
