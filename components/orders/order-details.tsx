import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { CopyButton } from '@/components/ui/copy-button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { shortAddress } from '@/components/wallet/short-address'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'

type Props = {
  readonly order: ShownOrder
  readonly receiver: Address
  /** Title, such as "Ethereum, embedded". */
  readonly network: string
}

/** The signed order, field by field. */
export const OrderDetails = ({ order, receiver, network }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  return (
    <DetailList>
      <Detail name={t('details.order')}>
        <Code text={order.uid} what={t('details.id')} />
      </Detail>
      <Detail name={t('details.network')}>{network}</Detail>
      <Detail name={t('details.owner')}>
        <Code text={order.owner} what={t('details.ownerAddress')} />
      </Detail>
      {receiver === order.owner ? null : (
        <Detail name={t('details.receiver')}>
          <Code text={receiver} what={t('details.receiverAddress')} />
        </Detail>
      )}
      <Detail name={t('details.kind')}>
        {order.kind === 'sell' ? t('details.sell') : t('details.buy')}
      </Detail>
      <Detail name={t('details.fills')}>
        {order.partiallyFillable ? t('details.inParts') : t('details.atOnce')}
      </Detail>
      <Detail name={t('details.validUntil')}>{format.utc(new Date(order.validTo * 1000))}</Detail>
      <Detail name={t('details.signature')}>{t(`details.scheme.${order.signingScheme}`)}</Detail>
    </DetailList>
  )
}

const Code = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span className="-my-3 -mr-3.5 inline-flex items-center font-mono text-code font-normal">
    {shortAddress(text)}
    <CopyButton text={text} what={what} />
  </span>
)
