import { CodeBlock } from './code-block'
import { DocRow, DocTable } from './doc-table'

type TypedData = {
  readonly title: string
  /** EIP-712 types, by the name of the struct. */
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
}

type Props = {
  readonly settlementContract: string
  readonly vaultRelayerContract: string
  readonly affiliateName: string
  readonly orderDomain: { readonly name: string; readonly version: string }
  readonly typedData: readonly TypedData[]
}

/** What is signed, with which domain, and how. */
export const SigningNotes = (props: Props) => (
  <div className="grid grid-cols-1 gap-4">
    <p>
      Orders and cancellations are EIP-712 typed data. Let the vault relayer, not the settlement
      contract, take the sell token.
    </p>
    <DocTable caption="Signing domains and contracts" columns={['Name', 'Value']}>
      <DocRow name="Order domain">
        <code>
          name “{props.orderDomain.name}”, version “{props.orderDomain.version}”
        </code>
        , chainId of the network, verifyingContract below
      </DocRow>
      <DocRow name="Settlement contract">
        <code>{props.settlementContract}</code>
      </DocRow>
      <DocRow name="Vault relayer">
        <code>{props.vaultRelayerContract}</code>
      </DocRow>
      <DocRow name="Affiliate domain">
        <code>name “{props.affiliateName}”, version “1”</code>; the message says chainId 1 on every
        network
      </DocRow>
      <DocRow name="receiver">
        The zero address where the order’s <code>receiver</code> is null: its owner receives.
      </DocRow>
      <DocRow name="appData">
        keccak-256 of the document’s bytes exactly as sent; 32 zero bytes without one.
      </DocRow>
      <DocRow name="uid">
        The order’s digest (32 bytes), its owner (20) and <code>validTo</code> (4), joined.
      </DocRow>
      <DocRow name="eip712">65 bytes r, s, v over the digest.</DocRow>
      <DocRow name="ethsign">
        The same over the digest with the prefix of a signed message of 32 bytes.
      </DocRow>
      <DocRow name="eip1271">
        What <code>isValidSignature</code> of the wallet accepts for the digest, without the
        wallet’s address before it; set <code>from</code>.
      </DocRow>
      <DocRow name="presign">
        <code>0x</code>, and <code>from</code>; then the owner calls{' '}
        <code>setPreSignature(uid, true)</code> on the settlement contract. The way of
        smart-contract wallets.
      </DocRow>
    </DocTable>
    {props.typedData.map(({ title, types }) => (
      <CodeBlock key={title} title={title} text={structText(types)} />
    ))}
  </div>
)

function structText(types: TypedData['types']): string {
  return Object.entries(types)
    .map(([name, members]) => {
      const lines = members.map((member) => `  ${member.type} ${member.name}`)
      return `${name} {\n${lines.join('\n')}\n}`
    })
    .join('\n\n')
}
