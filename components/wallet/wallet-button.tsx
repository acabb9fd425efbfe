'use client'

import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Monogram } from '@/components/ui/monogram'
import { Popover } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { useConnectDialog } from './connect-provider'
import { shortAddress } from './short-address'
import { useWallet } from './use-wallet'

const AccountMenu = lazyPart(async () => (await import('./account-menu')).AccountMenu)

/** In the header: connect, or the account with what can be done about it. */
export const WalletButton = () => {
  const t = useTranslations('wallet')
  const { account, status } = useWallet()
  const { openConnect } = useConnectDialog()
  if (account) return <Account account={account} />
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

const Account = ({ account }: { readonly account: string }) => {
  const [open, setOpen] = useState(false)
  const { chainId } = useConnection()
  const { network } = useSettings()
  const t = useTranslations('wallet')
  const isElsewhere = chainId !== undefined && chainId !== network.chainId
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
          <span className="hidden font-mono text-small whitespace-nowrap tab:inline nav:hidden shell:inline">
            {shortAddress(account)}
          </span>
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-53" />}>
        <AccountMenu {...{ account, isElsewhere }} onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
