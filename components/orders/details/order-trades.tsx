import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { auctionHref } from '@/components/auctions/auction-href'
import { useFormat } from '@/components/i18n/use-format'
import { LinkedAmount, type TokenPlace } from '@/components/orders/linked-amount'
import type { ShownToken } from '@/components/orders/token-amount'
import { TransactionLink } from '@/components/tx/transaction-link'
import { CopyButton } from '@/components/ui/copy-button'
import type { Hex } from '@/lib/core/bytes'

/** One fill; amounts in atoms. */
export type ShownTrade = {
  readonly txHash: Hex
  readonly logIndex: number
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly timestamp: number
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

type Props = {
  readonly trades: readonly ShownTrade[]
  /** The auctions that settled the trades, where known. */
  readonly auctions: readonly { readonly txHash: Hex; readonly auctionId: bigint }[]
  readonly sold: LinkedToken
  readonly bought: LinkedToken
}

type LinkedToken = ShownToken & TokenPlace

/** An order's fills with their transactions; a 2×2 grid per fill on a phone. */
export const OrderTrades = ({ trades, auctions, sold, bought }: Props) => {
  const format = useFormat()
  const t = useTranslations('orders')
  return (
    <ul
      aria-label={t('report.trades')}
      className="rounded-card border border-line bg-surface text-small"
    >
      {trades.map((trade) => (
        <li
          key={`${trade.txHash} ${trade.logIndex}`}
          className="border-b border-line px-4 py-3 last:border-b-0"
        >
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 tab:grid-cols-[1fr_1fr_auto_auto]">
            <Fact name={t('trades.paid')}>
              <LinkedAmount atoms={trade.sellAmount} token={sold} at={sold} />
            </Fact>
            <Fact name={t('trades.received')}>
              <LinkedAmount atoms={trade.buyAmount} token={bought} at={bought} />
            </Fact>
            <Fact name={t('trades.time')}>{format.utc(new Date(trade.timestamp * 1000))}</Fact>
            <Fact name={t('trades.transaction')}>
              <span className="-my-3 inline-flex items-center font-mono text-code">
                <TransactionLink network={sold.network} hash={trade.txHash} />
                <CopyButton text={trade.txHash} what={t('trades.hash')} />
              </span>
              <span className="block text-label text-ink-2">
                {t('trades.proof', { block: `${trade.blockNumber}`, log: `${trade.logIndex}` })}
              </span>
              <AuctionLink auction={auctions.find(({ txHash }) => txHash === trade.txHash)} />
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  )
}

const AuctionLink = ({ auction }: { readonly auction: { auctionId: bigint } | undefined }) => {
  const t = useTranslations('orders')
  return auction === undefined ? null : (
    <Link
      href={auctionHref(auction.auctionId)}
      prefetch={false}
      className="flex min-h-6 max-tab:min-h-11 w-fit items-center underline decoration-line-strong underline-offset-4 hover:decoration-2"
    >
      {t('trades.auction', { id: String(auction.auctionId) })}
    </Link>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-label text-ink-2">{name}</dt>
    <dd className="numeric wrap-anywhere">{children}</dd>
  </div>
)
