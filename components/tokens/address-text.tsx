import { CopyButton } from '@/components/ui/copy-button'
import { shortAddress } from '@/components/wallet/short-address'

type Props = {
  readonly address: string
  /** Such as "pool address". */
  readonly what: string
}

/** A shortened address with a button that copies it in full. */
export const AddressText = ({ address, what }: Props) => (
  <span className="-my-3 inline-flex items-center font-mono text-code whitespace-nowrap">
    <span className="sr-only">{address}</span>
    <span aria-hidden="true" title={address}>
      {shortAddress(address)}
    </span>
    <span className="-ml-2 inline-flex">
      <CopyButton text={address} what={what} />
    </span>
  </span>
)
