import { useTranslations } from 'next-intl'
import type { ServedNetwork } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { Panel } from '@/components/ui/panel'
import { AccountName } from '@/components/wallet/account-name'
import { NetworkName } from '@/components/wallet/network-name'
import { orderType } from '@/lib/client/orders/order-filter'
import type { Address } from '@/lib/core/address'
import { missingText } from '@/lib/core/format/number-text'
import { expiryText } from './moment-text'
import { endOf } from './order-timeline'
import type { ReceiptFacts } from './receipt-facts'

type Props = ReceiptFacts & {
  readonly served: ServedNetwork
  /** The order as the API returns it. */
  readonly json: string
}

/** The signed terms of an order and where it was filled, as facts, and the answer of the API. */
export const OrderDetails = (props: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { order, receiver, referrerCode, trades, network, served, json, amounts } = props
  const [trade] = trades
  const type = [
    t(`type.${orderType(order)}`),
    ...(order.kind === 'buy' ? [t('details.buy')] : []),
    order.partiallyFillable ? t('details.partial') : t('details.fillOrKill'),
  ]
  return (
    <Panel title={t('row.details')}>
      <DetailList place="panel">
        <Detail name={t('details.type')}>{type.join(', ')}</Detail>
        <Detail name={t('edit.expires')}>
          {expiryText(format, new Date(order.validTo * 1000), endOf(props))}
        </Detail>
        <Detail name={t('details.network')}>
          <NetworkName network={served} />
        </Detail>
        <Detail
          name={t('details.block')}
          note={trade && t('details.log', { log: String(trade.logIndex) })}
        >
          {trade ? String(trade.blockNumber) : missingText}
        </Detail>
        <Detail name={t('details.order')}>
          <AddressText address={order.uid} what={t('details.id')} />
        </Detail>
        <Detail name={t('details.owner')}>
          <Account {...{ network }} account={order.owner} what={t('details.ownerAddress')} />
        </Detail>
        <Detail name={t('details.receiver')}>
          {receiver === order.owner ? (
            t('details.owner')
          ) : (
            <Account {...{ network }} account={receiver} what={t('details.receiverAddress')} />
          )}
        </Detail>
        <Detail name={t('details.signature')}>{t(`details.scheme.${order.signingScheme}`)}</Detail>
        {referrerCode === undefined ? null : (
          <Detail name={t('details.referrer')}>{referrerCode}</Detail>
        )}
      </DetailList>
      {amounts === 'hidden' ? null : (
        <div className="border-t border-hair pt-2">
          <Disclosure summary={t('report.asApi')}>
            <pre className="max-h-96 overflow-auto rounded-well bg-well p-4 font-mono text-code">
              {json}
            </pre>
          </Disclosure>
        </div>
      )}
    </Panel>
  )
}

type AccountProps = Pick<Props, 'network'> & { readonly account: Address; readonly what: string }

/** An account with the name that it has chosen. */
const Account = ({ network, account, what }: AccountProps) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    <AccountName network={network.name} account={account} />
    <AddressText address={account} what={what} />
  </span>
)
