import { CodeBlock } from './code-block'
import { DocItem } from './doc-list'

type TypedData = {
  readonly title: string
  /** EIP-712 types by struct name. */
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

/** Documents the typed data to sign: structs, domains and signing schemes. */
export const SigningNotes = (props: Props) => (
  <div className="grid grid-cols-1 gap-4">
    <p>
      Orders and cancellations are EIP-712 typed data. Let the vault relayer, not the settlement
      contract, take the sell token.
    </p>
    <dl className="[&>dt]:font-sans!">
      <DocItem name="Order domain">
        <code>
          name “{props.orderDomain.name}”, version “{props.orderDomain.version}”
        </code>
        , chainId of the network, verifyingContract below
      </DocItem>
      <DocItem name="Settlement contract">
        <code>{props.settlementContract}</code>
      </DocItem>
      <DocItem name="Vault relayer">
        <code>{props.vaultRelayerContract}</code>
      </DocItem>
      <DocItem name="Affiliate domain">
        <code>name “{props.affiliateName}”, version “1”</code>; the message says chainId 1 on every
        network
      </DocItem>
      <DocItem name="receiver">
        The zero address where the order’s <code>receiver</code> is null: its owner receives.
      </DocItem>
      <DocItem name="appData">
        keccak-256 of the document’s bytes exactly as sent; 32 zero bytes without one.
      </DocItem>
      <DocItem name="UID">
        The order’s digest (32 bytes), its owner (20) and <code>validTo</code> (4), joined.
      </DocItem>
      <DocItem name="eip712">65 bytes r, s, v over the digest.</DocItem>
      <DocItem name="ethsign">
        The same over the digest with the prefix of a signed message of 32 bytes.
      </DocItem>
      <DocItem name="eip1271">
        What <code>isValidSignature</code> of the wallet accepts for the digest, without the
        wallet’s address before it; set <code>from</code>.
      </DocItem>
      <DocItem name="presign">
        <code>0x</code>, and <code>from</code>; then the owner calls{' '}
        <code>setPreSignature(uid, true)</code> on the settlement contract. For smart contract
        wallets.
      </DocItem>
    </dl>
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
