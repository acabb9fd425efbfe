'use client'

import { LogOut, Repeat } from 'lucide-react'
import { useState } from 'react'
import { useConnection, useDisconnect } from 'wagmi'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Monogram } from '@/components/ui/monogram'
import { Popover } from '@/components/ui/popover'
import { useConnectDialog } from './connect-provider'
import { shortAddress } from './short-address'
import { useWallet } from './use-wallet'

/** In the header: connect, or the account with what can be done about it. */
export const WalletButton = () => {
  const { account, status } = useWallet()
  const { openConnect } = useConnectDialog()
  if (account) return <AccountMenu account={account} />
  return (
    <Button variant="primary" busy={status === 'connecting'} onClick={openConnect}>
      <span>
        {status === 'connecting' ? 'Connecting' : 'Connect'}{' '}
        <span className="sr-only tab:not-sr-only">wallet</span>
      </span>
    </Button>
  )
}

const AccountMenu = ({ account }: { readonly account: string }) => {
  const [open, setOpen] = useState(false)
  const { connector } = useConnection()
  const { openConnect } = useConnectDialog()
  const disconnect = useDisconnect()
  return (
    <Popover
      label="Account"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label={`Account ${shortAddress(account)}`}>
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
          <CopyButton text={account} what="address" />
        </div>
        <Button
          onClick={() => {
            setOpen(false)
            openConnect()
          }}
        >
          <Repeat aria-hidden="true" className="size-4" /> Change account
        </Button>
        <Button
          onClick={() => {
            setOpen(false)
            disconnect.mutate({})
          }}
        >
          <LogOut aria-hidden="true" className="size-4" /> Disconnect
        </Button>
      </div>
    </Popover>
  )
}
