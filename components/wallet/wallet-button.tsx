'use client'

import { LogOut, Repeat, TriangleAlert, Wallet } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useConnection, useDisconnect } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Monogram } from '@/components/ui/monogram'
import { Popover } from '@/components/ui/popover'
import { useConnectDialog } from './connect-provider'
import { shortAddress } from './short-address'
import { useSwitchNetwork } from './use-switch-network'
import { useWallet } from './use-wallet'

/** In the header: connect, or the account with what can be done about it. */
export const WalletButton = () => {
  const t = useTranslations('wallet')
  const { account, status } = useWallet()
  const { openConnect } = useConnectDialog()
  if (account) return <AccountMenu account={account} />
  return (
    <Button variant="primary" busy={status === 'connecting'} onClick={openConnect}>
      <span>
        {t.rich(status === 'connecting' ? 'menu.connecting' : 'menu.connect', {
          more: (chunks) => <span className="sr-only tab:not-sr-only">{chunks}</span>,
        })}
      </span>
    </Button>
  )
}

const AccountMenu = ({ account }: { readonly account: string }) => {
  const [open, setOpen] = useState(false)
  const { connector, chainId } = useConnection()
  const { network } = useSettings()
  const t = useTranslations('wallet')
  const isElsewhere = chainId !== undefined && chainId !== network.chainId
  const { openConnect } = useConnectDialog()
  const disconnect = useDisconnect()
  return (
    <Popover
      label={t('menu.label')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          aria-label={
            isElsewhere
              ? t('network.elsewhere', { account: shortAddress(account) })
              : t('menu.account', { account: shortAddress(account) })
          }
        >
          {isElsewhere ? <TriangleAlert aria-hidden="true" className="size-4 text-warn" /> : null}
          <Monogram text={account.slice(2)} size="small" />
          <span className="hidden font-mono text-small xs:inline">{shortAddress(account)}</span>
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex items-center justify-between gap-2">
          <div>
            <p className="font-medium">{connector?.name}</p>
            <p className="font-mono text-label text-ink-2">{shortAddress(account)}</p>
          </div>
          <CopyButton text={account} what={t('menu.address')} />
        </div>
        {isElsewhere ? <OtherNetwork /> : null}
        <Link href="/portfolio" className={buttonClass()} onClick={() => setOpen(false)}>
          <Wallet aria-hidden="true" className="size-4" /> {t('menu.portfolio')}
        </Link>
        <Button
          onClick={() => {
            setOpen(false)
            openConnect()
          }}
        >
          <Repeat aria-hidden="true" className="size-4" /> {t('menu.change')}
        </Button>
        <Button
          onClick={() => {
            setOpen(false)
            disconnect.mutate({})
          }}
        >
          <LogOut aria-hidden="true" className="size-4" /> {t('menu.disconnect')}
        </Button>
      </div>
    </Popover>
  )
}

/** The wallet is on another network than the pages show. */
const OtherNetwork = () => {
  const { network } = useSettings()
  const t = useTranslations('wallet')
  const { turn, isPending, advice } = useSwitchNetwork()
  return (
    <Alert
      tone="warn"
      title={t('network.title')}
      actions={
        <Button size="small" busy={isPending} onClick={() => turn()}>
          {t('network.turn', { network: network.title })}
        </Button>
      }
    >
      {advice ?? t('network.help', { network: network.title })}
    </Alert>
  )
}
