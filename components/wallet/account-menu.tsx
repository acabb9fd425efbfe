'use client'

import { LogOut, Repeat, Wallet } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useConnection, useDisconnect } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { useConnectDialog } from './connect-provider'
import { shortAddress } from './short-address'
import { useSwitchNetwork } from './use-switch-network'
import { WalletIcon } from './wallet-icon'
import { walletName } from './wallet-name'

type Props = {
  readonly account: string
  /** The account's own name, once it is known. */
  readonly name: string | undefined
  readonly isElsewhere: boolean
  /** Called when a choice closes the menu. */
  readonly onLeave: () => void
}

/** The connected account's menu: wallet, address, portfolio, change and disconnect. */
export const AccountMenu = ({ account, name, isElsewhere, onLeave }: Props) => {
  const { connector } = useConnection()
  const t = useTranslations('wallet')
  const { openConnect } = useConnectDialog()
  const disconnect = useDisconnect()
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-2">
        <div>
          {connector ? (
            <p className="flex items-center gap-2 font-medium">
              {connector.icon ? <WalletIcon icon={connector.icon} /> : null}
              {walletName(t, connector)}
            </p>
          ) : null}
          {name === undefined ? null : <p className="wrap-anywhere">{name}</p>}
          <p className="font-mono text-label text-ink-2">{shortAddress(account)}</p>
        </div>
        <CopyButton text={account} what={t('menu.address')} />
      </div>
      {isElsewhere ? <OtherNetwork /> : null}
      <Link href="/portfolio" className={buttonClass()} onClick={onLeave}>
        <Wallet aria-hidden="true" className="size-4" /> {t('menu.portfolio')}
      </Link>
      <Button
        onClick={() => {
          onLeave()
          openConnect()
        }}
      >
        <Repeat aria-hidden="true" className="size-4" /> {t('menu.change')}
      </Button>
      <Button
        onClick={() => {
          onLeave()
          disconnect.mutate({})
        }}
      >
        <LogOut aria-hidden="true" className="size-4" /> {t('menu.disconnect')}
      </Button>
    </div>
  )
}

/** Warns that the wallet is on a different network and offers to switch it. */
const OtherNetwork = () => {
  const { network } = useSettings()
  const t = useTranslations('wallet')
  const { switchNetwork, isPending, advice } = useSwitchNetwork()
  return (
    <Alert
      tone="warn"
      title={t('network.title')}
      actions={
        <Button size="small" busy={isPending} onClick={() => switchNetwork()}>
          {t('network.turn', { network: network.title })}
        </Button>
      }
    >
      {advice ?? t('network.help', { network: network.title })}
    </Alert>
  )
}
