import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { LinkedAmount, type TokenPlace } from '@/components/orders/linked-amount'
import { priceText, type ShownToken } from '@/components/orders/token-amount'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Panel } from '@/components/ui/panel'
import type { Hex } from '@/lib/core/bytes'
import { missingText } from '@/lib/core/format/number-text'

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
  /** Newest first. */
  readonly trades: readonly ShownTrade[]
  readonly sold: ShownToken & TokenPlace
  readonly bought: ShownToken & TokenPlace
}

/** The fills of an order in several parts, each with its price and transaction. */
export const OrderTrades = ({ trades, sold, bought }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  return (
    <Panel title={t('trades.title')}>
      <ul aria-label={t('trades.title')} className="grid divide-y divide-hair">
        {trades.map((trade) => (
          <li key={`${trade.txHash} ${trade.logIndex}`} className="py-4 first:pt-0 last:pb-0">
            <DetailList place="panel">
              <Detail name={t('trades.paid')}>
                <LinkedAmount atoms={trade.sellAmount} token={sold} at={sold} />
              </Detail>
              <Detail name={t('trades.received')}>
                <LinkedAmount atoms={trade.buyAmount} token={bought} at={bought} />
              </Detail>
              <Detail name={t('trades.price')}>
                {priceText(
                  { t, format },
                  { atoms: trade.sellAmount, token: sold },
                  { atoms: trade.buyAmount, token: bought },
                ) ?? missingText}
              </Detail>
              <Detail
                name={t('trades.transaction')}
                note={`${format.utcMinute(new Date(trade.timestamp * 1000))} UTC`}
              >
                <TransactionLink network={sold.network} hash={trade.txHash} />
              </Detail>
            </DetailList>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
