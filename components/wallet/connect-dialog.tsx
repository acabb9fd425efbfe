'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type Connector, useConnect, useConnectors } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useHasHostWallet } from '@/components/embed/host-bridge-provider'
import { Alert } from '@/components/ui/alert'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { Monogram } from '@/components/ui/monogram'
import { Spinner } from '@/components/ui/spinner'
import { demoAddresses } from '@/lib/client/wallet/connectors/demo-accounts'
import { hostWalletId } from '@/lib/client/wallet/connectors/host-wallet'
import { isFramed } from '@/lib/client/wallet/connectors/safe-app'
import { onPairing } from '@/lib/client/wallet/connectors/walletconnect-connector'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import { mayUseWallet, walletPolicy } from '@/lib/client/wallet/wallet-policy'
import { shortAddress } from './short-address'
import { WalletIcon } from './wallet-icon'
import { walletName } from './wallet-name'

const PairingCode = lazyPart(async () => (await import('./pairing-code')).PairingCode)

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** Wallet selection. States why only demo wallets are offered where the network's policy requires it. */
export const ConnectDialog = ({ open, onOpenChange }: Props) => {
  const t = useTranslations('wallet')
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('connect.title')} description={t('connect.text')}>
        <WalletList onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

const WalletList = ({ onDone }: { readonly onDone: () => void }) => {
  const t = useTranslations('wallet')
  const { network } = useSettings()
  const connectors = useConnectors()
  const connect = useConnect()
  const [pendingUid, setPendingUid] = useState<string>()
  const hasHostWallet = useHasHostWallet()
  const policy = walletPolicy(network)
  const demos = network.embedded ? connectors.filter(({ type }) => type === 'demo') : []
  const others = connectors.filter(
    (connector) =>
      connector.type !== 'demo' &&
      !(connector.type === 'safe' && !isFramed()) &&
      !(connector.id === hostWalletId && !hasHostWallet) &&
      mayUseWallet(network, connector.type),
  )
  const { pairing, begin, end } = usePairing()

  const choose = (connector: Connector) => {
    setPendingUid(connector.uid)
    if (connector.type === 'walletConnect') begin(connector)
    // Browser wallets are prompted to switch the network only when a signature is needed.
    const chain = connector.type === 'injected' ? {} : { chainId: network.chainId }
    connect.mutate(
      { connector, ...chain },
      {
        onSuccess: onDone,
        onSettled: () => {
          setPendingUid(undefined)
          end()
        },
      },
    )
  }
  if (pairing) {
    return (
      <Suspense fallback={null}>
        <PairingCode
          uri={pairing.uri}
          onBack={() => {
            setPendingUid(undefined)
            end()
          }}
        />
      </Suspense>
    )
  }

  return (
    <div className="grid gap-5">
      {policy === 'demo-only' ? (
        <Alert tone="info" title={t('connect.demoOnly', { network: network.title })}>
          {t('connect.demoWhy')}
        </Alert>
      ) : null}
      {connect.error && !pendingUid ? (
        <Alert tone="danger" title={t('connect.failed')}>
          {isDeclined(connect.error) ? t('connect.declined') : t('connect.again')}
        </Alert>
      ) : null}
      {policy === 'demo-only' ? null : (
        <OtherWallets wallets={others} pendingUid={pendingUid} choose={choose} />
      )}
      {demos.length === 0 ? null : (
        <WalletGroup title={t('connect.demos')}>
          {demos.map((connector, index) => (
            <WalletRow
              key={connector.uid}
              name={walletName(t, connector)}
              note={shortAddress(demoAddresses[index] ?? '')}
              busy={pendingUid === connector.uid}
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
  readonly pendingUid: string | undefined
  readonly choose: (connector: Connector) => void
}

const OtherWallets = ({ wallets, pendingUid, choose }: OtherProps) => {
  const t = useTranslations('wallet')
  return (
    <WalletGroup title={t('connect.others')}>
      {wallets.length === 0 ? <li className="text-small text-ink-2">{t('connect.none')}</li> : null}
      {wallets.map((connector) => (
        <WalletRow
          key={connector.uid}
          name={walletName(t, connector)}
          icon={connector.icon}
          busy={pendingUid === connector.uid}
          onChoose={() => choose(connector)}
        />
      ))}
    </WalletGroup>
  )
}

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
  readonly icon?: string | undefined
  readonly busy: boolean
  readonly onChoose: () => void
}

const WalletRow = ({ name, note, icon, busy, onChoose }: RowProps) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      // The first wallet of the dialog gets the focus.
      data-autofocus=""
      className="flex min-h-14 w-full items-center gap-3 rounded-well px-3 text-left hover:bg-sunken"
    >
      {note ? <Monogram text={name.slice(-1)} /> : <WalletIcon icon={icon} />}
      <span className="flex-1 font-medium">{name}</span>
      {note ? <span className="font-mono text-label text-ink-2">{note}</span> : null}
      {busy ? <Spinner /> : null}
    </button>
  </li>
)

/** A WalletConnect pairing in progress. */
type Pairing = {
  /** The pairing URI; undefined until the relay returns it. */
  readonly uri: string | undefined
}

type PairingState = {
  /** Undefined while no pairing is in progress. */
  readonly pairing: Pairing | undefined
  /** Starts listening for the pairing URI of a connector. */
  readonly begin: (connector: Connector) => void
  readonly end: () => void
}

/** Tracks the pairing URI of a WalletConnect connection. */
function usePairing(): PairingState {
  const [pairing, setPairing] = useState<Pairing>()
  const stop = useRef<() => void>(undefined)
  const begin = (connector: Connector) => {
    stop.current?.()
    setPairing({ uri: undefined })
    stop.current = onPairing(connector, (uri) => setPairing({ uri }))
  }
  const end = () => {
    stop.current?.()
    setPairing(undefined)
  }
  useEffect(() => () => stop.current?.(), [])
  return { pairing, begin, end }
}
