import { useTranslations } from 'next-intl'
import { LinkedAmount } from '@/components/orders/linked-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Link } from '@/components/ui/link'
import { shortAddress } from '@/components/wallet/short-address'
import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import type { TransactionTrade } from '@/lib/settlements/reports/find-transaction-report'
import { type Names, Party } from './party'
import type { NamedToken } from './transaction-text'

type Props = {
  readonly trades: readonly TransactionTrade[]
  readonly network: Network
  readonly nameToken: (token: Address) => NamedToken
  readonly names: Names
}

/** The fills of a settlement, each with its owner and order. */
export const TransactionTrades = ({ trades, network, nameToken, names }: Props) => {
  const t = useTranslations('tx')
  const amount = (atoms: bigint, token: Address) => () => (
    <LinkedAmount
      atoms={atoms}
      token={nameToken(token)}
      at={{ network: network.name, address: token }}
    />
  )
  return (
    <ul aria-label={t('section.trades')} className="divide-y divide-hair text-small">
      {trades.map(({ logIndex, owner, ...trade }) => (
        <li
          key={logIndex}
          className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-3 first:pt-0 last:pb-0"
        >
          <span className="row-span-2">
            <TokenPair
              network={network}
              tokens={[{ address: trade.sellToken }, { address: trade.buyToken }]}
              size={28}
            />
          </span>
          <p className="numeric text-row font-medium wrap-anywhere">
            {t.rich('trade', {
              sold: amount(trade.sellAmount, trade.sellToken),
              bought: amount(trade.buyAmount, trade.buyToken),
            })}
          </p>
          <p className="flex flex-wrap items-center gap-x-4 text-ink-2">
            <Party address={owner} network={network.name} names={names} what={t('owner')} />
            <OrderOf trade={trade} />
          </p>
        </li>
      ))}
    </ul>
  )
}

type OrderProps = { readonly trade: Pick<TransactionTrade, 'orderUid' | 'isKnown'> }

const OrderOf = ({ trade: { orderUid, isKnown } }: OrderProps) => {
  const t = useTranslations('tx')
  const id = shortAddress(orderUid)
  if (!isKnown) return <span>{t('otherOrder', { id })}</span>
  return (
    <Link
      href={`/orders/${orderUid}`}
      className="inline-flex min-h-6 max-tab:min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-2"
    >
      {t('order', { id })}
    </Link>
  )
}
