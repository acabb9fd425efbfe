import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import type { TokenOf } from '@/lib/client/market'
import type { MarkNetwork } from '@/lib/client/token-mark'
import type { Address } from '@/lib/core/address'
import type { TokenFault } from '@/lib/core/token-faults'
import { HoldersSection } from './holders-section'
import { PoolsSection } from './pools-section'
import { PriceHistory } from './price-history'
import { SlippageSection } from './slippage-section'
import type { ShownTokenFacts } from './token-facts'
import { tradeHref } from './token-link'
import { TokenMark } from './token-mark'
import { TokenPrice } from './token-price'

type Props = {
  readonly token: ShownTokenFacts
  readonly isListed: boolean
  readonly unsupported: TokenFault | undefined
  readonly network: MarkNetwork & { readonly name: string; readonly title: string }
  /** The counter token of the slippage figures. */
  readonly other: { readonly address: Address; readonly symbol: string }
}

/** The public page of a token: price, history, pools, slippage and holders. */
export const TokenReport = ({ token, isListed, unsupported, network, other }: Props) => {
  const { symbol } = token
  const of: TokenOf = { network: network.name, token: token.address }
  return (
    <div className="grid grid-cols-1 gap-8">
      <TokenHeader {...{ of, symbol, isListed, unsupported }} name={token.name} network={network} />
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

type HeaderProps = {
  readonly of: TokenOf
  readonly name: string
  readonly symbol: string
  readonly network: Props['network']
  readonly isListed: boolean
  /** Reason why orders for it are rejected; undefined if they are accepted. */
  readonly unsupported: TokenFault | undefined
}

/** The token's identity, links to trade it, and warnings. */
const TokenHeader = (props: HeaderProps) => {
  const t = useTranslations('tokens')
  const swap = useTranslations('swap')
  const { of, name, symbol, network, isListed, unsupported } = props
  const isTradable = isListed && unsupported === undefined
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-center gap-3">
          <TokenMark network={network} token={{ address: of.token }} size={40} />
          <div className="min-w-0">
            <h1 className="flex flex-wrap items-baseline gap-x-3 text-h1 wrap-anywhere">
              {symbol}
              <span className="text-h3 text-ink-2">{name}</span>
            </h1>
            <p className="-mb-1.5 flex flex-wrap tab:-mt-1.5 items-center gap-x-2 text-small text-ink-2">
              {network.title}
              <span className="inline-flex min-w-0 items-center">
                <code className="font-mono text-code wrap-anywhere">{of.token}</code>
                <CopyButton text={of.token} what={t('header.address')} />
              </span>
            </p>
          </div>
        </div>
        {isTradable ? (
          <div className="flex gap-2">
            <Link href={tradeHref(of, 'buy')} className={buttonClass({ variant: 'primary' })}>
              {t('header.buy', { symbol })}
            </Link>
            <Link href={tradeHref(of, 'sell')} className={buttonClass()}>
              {t('header.sell', { symbol })}
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
