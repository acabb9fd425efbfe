import { CopyButton } from '@/components/ui/copy-button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { shortAddress } from '@/components/wallet/short-address'
import type { Address } from '@/lib/core/address'
import type { ShownOrder } from './shown-order'
import { utcText } from './time-text'

type Props = {
  readonly order: ShownOrder & { readonly partiallyFillable: boolean }
  /** Who receives what is bought. */
  readonly receiver: Address
  /** Such as "Ethereum, embedded". */
  readonly network: string
}

const schemes: Record<ShownOrder['signingScheme'], string> = {
  eip712: 'Typed data (EIP-712)',
  ethsign: 'Message (eth_sign)',
  eip1271: 'Contract wallet (ERC-1271)',
  presign: 'On chain (presign)',
}

/** What was signed, line by line. */
export const OrderDetails = ({ order, receiver, network }: Props) => (
  <DetailList>
    <Detail name="Order">
      <Code text={order.uid} what="order id" />
    </Detail>
    <Detail name="Network">{network}</Detail>
    <Detail name="Owner">
      <Code text={order.owner} what="owner address" />
    </Detail>
    {receiver === order.owner ? null : (
      <Detail name="Receiver">
        <Code text={receiver} what="receiver address" />
      </Detail>
    )}
    <Detail name="Kind">
      {order.kind === 'sell' ? 'sell: what is paid is exact' : 'buy: what is received is exact'}
    </Detail>
    <Detail name="Fills">{order.partiallyFillable ? 'in parts' : 'all at once'}</Detail>
    <Detail name="Valid until">{utcText(new Date(order.validTo * 1000))}</Detail>
    <Detail name="Signature">{schemes[order.signingScheme]}</Detail>
  </DetailList>
)

const Code = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span className="-my-2 -mr-3.5 inline-flex items-center font-mono text-code font-normal">
    {shortAddress(text)}
    <CopyButton text={text} what={what} />
  </span>
)
