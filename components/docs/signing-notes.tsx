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
      <DocRow name="eip712">65 bytes r, s, v over the digest.</DocRow>
      <DocRow name="ethsign">
        The same over the digest with the prefix of a signed message of 32 bytes.
      </DocRow>
      <DocRow name="eip1271">
        What the wallet’s contract accepts for the digest; set <code>from</code>.
      </DocRow>
      <DocRow name="presign">
        No signature; the owner calls <code>setPreSignature</code> on the settlement contract. The
        way of smart-contract wallets.
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
