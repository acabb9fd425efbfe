import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { PriceAlertLink } from '@/components/alerts/price-alert-link'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Deferred } from '@/components/ui/deferred'
import { Link } from '@/components/ui/link'
import { NetworkGlyph } from '@/components/wallet/network-glyph'
import { shortAddress } from '@/components/wallet/short-address'
import type { DatedPrice, TokenOf } from '@/lib/client/market'
import type { MarkNetwork } from '@/lib/client/token-mark'
import type { Address } from '@/lib/core/address'
import type { TokenFault } from '@/lib/core/token-faults'
import type { PricePoint } from '@/lib/market/candles/candle'
import { HoldersSection } from './holders-section'
import { MarketFacts } from './market-facts'
import { PoolsSection } from './pools-section'
import { PriceHistory } from './price-history'
import { priceKey } from './price-key'
import { SlippageSection } from './slippage-section'
import type { ShownTokenFacts } from './token-facts'
import { TokenFavourite } from './token-favourite'
import { tradeHref } from './token-link'
import { TokenMark } from './token-mark'
import { TokenPosition } from './token-position'

type Props = {
  readonly token: ShownTokenFacts
  /** For the first paint, if it is known by then. */
  readonly price: PricePoint | undefined
  readonly isListed: boolean
  readonly unsupported: TokenFault | undefined
  readonly network: MarkNetwork & { readonly name: string; readonly title: string }
  /** The counter token of the slippage figures. */
  readonly other: { readonly address: Address; readonly symbol: string }
}

/** The public page of a token: price, history, position, market, pools, slippage and holders. */
export const TokenReport = ({ token, price, isListed, unsupported, network, other }: Props) => {
  const of: TokenOf = { network: network.name, token: token.address }
  const cache = new QueryClient()
  if (price) {
    const data: DatedPrice = { body: { price: price.usd }, asOfMs: price.at * 1_000 }
    // The browser refreshes it at once.
    cache.setQueryData(priceKey(of), data, { updatedAt: 0 })
  }
  return (
    <HydrationBoundary state={dehydrate(cache)}>
      <div className="grid grid-cols-1 gap-6">
        <TokenHeader {...{ of, token, isListed, unsupported, network }} />
        <div className="grid grid-cols-1 gap-6 desk:grid-cols-[minmax(0,840fr)_minmax(0,384fr)]">
          <Deferred>
            <PriceHistory of={of} symbol={token.symbol} />
          </Deferred>
          {/* In two columns the market, which is as wide as both, comes last. */}
          <div className="grid grid-cols-1 content-start gap-4 tab:max-desk:grid-cols-2 tab:max-desk:[&>:nth-child(2)]:order-last tab:max-desk:[&>:nth-child(2)]:col-span-2">
            <Deferred>
              <TokenPosition of={of} token={token} />
              <MarketFacts of={of} token={token} />
              <SlippageSection of={of} token={token} other={other} />
            </Deferred>
          </div>
        </div>
        <div className="grid grid-cols-1 items-start gap-6 pt-4 desk:grid-cols-[minmax(0,744fr)_minmax(0,480fr)]">
          <Deferred>
            <PoolsSection of={of} token={token} network={network} />
            <HoldersSection of={of} token={token} />
          </Deferred>
        </div>
      </div>
    </HydrationBoundary>
  )
}

type HeaderProps = Omit<Props, 'other' | 'price'> & { readonly of: TokenOf }

/** The token's identity, links to trade it, and warnings. */
const TokenHeader = ({ of, token, network, isListed, unsupported }: HeaderProps) => {
  const t = useTranslations('tokens')
  const swap = useTranslations('swap')
  const { name, symbol, address } = token
  const isTradable = isListed && unsupported === undefined
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-4 tab:flex tab:flex-wrap">
        <nav aria-label={t('header.path')} className="-mb-2 min-w-0 tab:w-full">
          <ol className="flex items-center gap-1.5 text-small text-ink-2">
            <li>
              <Link
                href={`/tokens?chain=${network.name}`}
                className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline max-tab:min-h-11"
              >
                {t('title')}
              </Link>
            </li>
            <li aria-hidden="true">
              <ChevronRight className="size-4" />
            </li>
            <li aria-current="page" className="truncate">
              {symbol}
            </li>
          </ol>
        </nav>
        <div className="flex min-w-0 items-center gap-4 max-tab:col-span-2 tab:mr-auto">
          <TokenMark network={network} token={token} size={56} />
          <div className="min-w-0">
            <h1 className="flex flex-wrap items-baseline gap-x-2.5 text-h1 wrap-anywhere">
              {name}
              <span className="font-sans text-h3 font-normal text-ink-2">{symbol}</span>
            </h1>
            <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-2">
              <span className="inline-flex items-center gap-1.5">
                <NetworkGlyph network={network} />
                {network.title}
              </span>
              <span aria-hidden="true" className="max-xs:hidden">
                ·
              </span>
              <span className="inline-flex min-w-0 items-center">
                <code title={address} className="font-mono text-code">
                  <span className="sr-only">{address}</span>
                  <span aria-hidden="true">{shortAddress(address)}</span>
                </code>
                <span className="-my-2">
                  <CopyButton text={address} what={t('header.address')} />
                </span>
              </span>
            </p>
          </div>
        </div>
        {/* On phones beside the path, where there is room. */}
        <div className="flex gap-2 max-tab:col-start-2 max-tab:row-start-1 max-tab:-mr-3 max-tab:-mb-2 max-tab:gap-0">
          <TokenFavourite chainId={token.chainId} token={address} />
          <PriceAlertLink network={network.name} token={address} />
        </div>
        {isTradable ? (
          <div className="flex gap-2 max-tab:col-span-2">
            <Link href={tradeHref(of, 'sell')} className={`${buttonClass()} max-tab:flex-1`}>
              {t('header.sell', { symbol })}
            </Link>
            <Link
              href={tradeHref(of, 'buy')}
              className={`${buttonClass({ variant: 'primary' })} max-tab:flex-1`}
            >
              {t('header.buy', { symbol })}
            </Link>
          </div>
        ) : null}
      </div>
      {unsupported === undefined ? null : (
        <Alert tone="warn" title={t('header.refused')}>
          {swap(`tokenFault.${unsupported}`)}
        </Alert>
      )}
      {isListed ? null : (
        <Alert tone="warn" title={t('header.unlisted')}>
          {t('header.compare')}
        </Alert>
      )}
    </div>
  )
}
