import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { FillOutcome } from '@/components/orders/details/fill-outcome'
import { LinkedAmount } from '@/components/orders/linked-amount'
import type { ShownToken } from '@/components/orders/token-amount'
import { Disclosure } from '@/components/ui/disclosure'
import { shortAddress } from '@/components/wallet/short-address'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { AuctionFill } from '@/lib/settlements/reports/find-auction-report'

type Props = {
  readonly fills: readonly AuctionFill[]
  readonly network: string
  readonly tokenOf: (address: Address) => ShownToken
}

/** Maximum number of orders shown; an auction may fill thousands. */
const maxShown = 100

/** Compares each order's execution with its limit, its quote and the upper bound. */
export const AuctionFills = ({ fills, network, tokenOf }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  return fills.length === 0 ? (
    <p className="text-small text-ink-2">{t('noneFilled')}</p>
  ) : (
    <>
      <ul aria-label={t('filled')} className="grid grid-cols-1 gap-4">
        {fills.slice(0, maxShown).map((fill) => (
          <li key={fill.uid} className="grid gap-3 rounded-card border border-line bg-surface p-4">
            <FillFacts fill={fill} network={network} tokenOf={tokenOf} />
          </li>
        ))}
      </ul>
      {fills.length > maxShown ? (
        <p className="text-small text-ink-2">
          {t('firstShown', { shown: format.count(maxShown), all: format.count(fills.length) })}
        </p>
      ) : null}
    </>
  )
}

type FactsProps = Omit<Props, 'fills'> & { readonly fill: AuctionFill }

const FillFacts = ({ fill, network, tokenOf }: FactsProps) => {
  const t = useTranslations('auctions')
  const { uid, kind, outcome, boundBy, sellToken, buyToken } = fill
  const [sold, bought] = [tokenOf(sellToken), tokenOf(buyToken)]
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="numeric min-w-0 wrap-anywhere">
          <LinkedAmount atoms={fill.sellAmount} token={sold} at={{ network, address: sellToken }} />{' '}
          <span aria-hidden="true">→</span>
          <span className="sr-only">{t('for')}</span>{' '}
          <LinkedAmount atoms={fill.buyAmount} token={bought} at={{ network, address: buyToken }} />
        </p>
        <Link
          href={`/orders/${uid}`}
          prefetch={false}
          className="inline-flex min-h-6 max-tab:min-h-11 items-center text-small underline decoration-line-strong underline-offset-4 hover:decoration-2"
        >
          {t('order')}&nbsp;<span className="font-mono text-code">{shortAddress(uid)}</span>
        </Link>
      </div>
      <FillOutcome outcome={{ kind, ...outcome }} token={kind === 'sell' ? bought : sold} />
      {boundBy === 'pools' ? <p className="text-small text-ink-2">{t('boundAlone')}</p> : null}
    </>
  )
}

/** Maximum number of orders listed; an auction may have thousands. */
const maxPageSize = 100

/** Lists the orders of the auction that were not filled, linked to their pages. */
export const UnfilledOrders = ({ uids }: { readonly uids: readonly Hex[] }) => {
  const t = useTranslations('auctions')
  return (
    <Disclosure summary={t('unfilled', { count: uids.length })}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {uids.slice(0, maxPageSize).map((uid) => (
          <li key={uid}>
            <Link
              href={`/orders/${uid}`}
              prefetch={false}
              className="inline-flex min-h-6 max-tab:min-h-11 items-center font-mono text-code underline decoration-line-strong underline-offset-4"
            >
              <span className="sr-only">{`${t('order')} `}</span>
              {shortAddress(uid)}
            </Link>
          </li>
        ))}
        {uids.length > maxPageSize ? (
          <li>{t('andMore', { count: uids.length - maxPageSize })}</li>
        ) : null}
      </ul>
    </Disclosure>
  )
}
