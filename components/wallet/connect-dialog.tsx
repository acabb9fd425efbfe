'use client'

import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { type Connector, useConnect, useConnectors } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Monogram } from '@/components/ui/monogram'
import { Spinner } from '@/components/ui/spinner'
import { demoAddresses } from '@/lib/client/wallet/demo-accounts'
import { walletPolicy } from '@/lib/client/wallet/wallet-policy'
import { shortAddress } from './short-address'

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Where a wallet is chosen; says why one is not offered. */
export const ConnectDialog = ({ open, onOpenChange }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent
      title="Connect a wallet"
      description="Connecting shows your address, nothing else."
    >
      <WalletList onDone={() => onOpenChange(false)} />
    </DialogContent>
  </Dialog>
)

const WalletList = ({ onDone }: { readonly onDone: () => void }) => {
  const { network } = useSettings()
  const connectors = useConnectors()
  const connect = useConnect()
  const [asked, setAsked] = useState<string>()
  const policy = walletPolicy(network)
  const demos = network.embedded ? connectors.filter(({ type }) => type === 'demo') : []
  const others = policy === 'demo-only' ? [] : connectors.filter(({ type }) => type !== 'demo')

  const choose = (connector: Connector) => {
    setAsked(connector.uid)
    connect.mutate(
      { connector, chainId: network.chainId },
      { onSuccess: onDone, onSettled: () => setAsked(undefined) },
    )
  }

  return (
    <div className="grid gap-5">
      {policy === 'demo-only' ? (
        <Alert tone="info" title={`Only the demo wallet works on this ${network.title}`}>
          This is an embedded copy with the chain id of the real network: what your own wallet
          signed here would be valid there too.
        </Alert>
      ) : null}
      {connect.error && !asked ? (
        <Alert tone="danger" title="The wallet did not connect">
          {isDeclined(connect.error) ? 'You declined the request.' : 'Open it and try again.'}
        </Alert>
      ) : null}
      {policy === 'demo-only' ? null : (
        <OtherWallets wallets={others} asked={asked} choose={choose} />
      )}
      {demos.length === 0 ? null : (
        <WalletGroup title="Demo wallet, test tokens only">
          {demos.map((connector, index) => (
            <WalletRow
              key={connector.uid}
              name={connector.name}
              note={shortAddress(demoAddresses[index] ?? '')}
              busy={asked === connector.uid}
              onChoose={() => choose(connector)}
            />
          ))}
        </WalletGroup>
      )}
    </div>
  )
}

type OtherProps = {
  readonly wallets: readonly Connector[]
  readonly asked: string | undefined
  readonly choose: (connector: Connector) => void
}

const OtherWallets = ({ wallets, asked, choose }: OtherProps) => (
  <WalletGroup title="Wallets in this browser">
    {wallets.length === 0 ? (
      <li className="text-small text-ink-2">
        None was found. Install a wallet extension and reload this page.
      </li>
    ) : null}
    {wallets.map((connector) => (
      <WalletRow
        key={connector.uid}
        name={connector.name}
        busy={asked === connector.uid}
        onChoose={() => choose(connector)}
      />
    ))}
  </WalletGroup>
)

const WalletGroup = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: React.ReactNode
}) => (
  <section className="grid gap-2">
    <h3 className="text-label font-medium text-ink-2">{title}</h3>
    <ul className="grid gap-1">{children}</ul>
  </section>
)

type RowProps = {
  readonly name: string
  readonly note?: string
  readonly busy: boolean
  readonly onChoose: () => void
}

const WalletRow = ({ name, note, busy, onChoose }: RowProps) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-14 w-full items-center gap-3 rounded-well px-3 text-left hover:bg-sunken"
    >
      {note ? <Monogram text={name.slice(-1)} /> : <Wallet aria-hidden="true" className="size-6" />}
      <span className="flex-1 font-medium">{name}</span>
      {note ? <span className="font-mono text-label text-ink-2">{note}</span> : null}
      {busy ? <Spinner /> : null}
    </button>
  </li>
)

/** EIP-1193: the user rejected the request. */
const isDeclined = (error: Error): boolean =>
  'code' in error ? error.code === 4001 : error.name === 'UserRejectedRequestError'
