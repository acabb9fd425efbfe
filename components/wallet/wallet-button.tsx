'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { Popover } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import type { Address } from '@/lib/core/address'
import { AccountButton, ConnectButton } from './account-button'
import { useConnectDialog } from './connect-provider'
import { usePrimaryName } from './use-primary-name'
import { useWallet } from './use-wallet'

const AccountMenu = lazyPart(async () => (await import('./account-menu')).AccountMenu)

type Props = {
  /** Whether the account menu is initially open. */
  readonly startsOpen?: boolean
}

/** The header's connect button, or the account button with its menu. */
export const WalletButton = ({ startsOpen = false }: Props) => {
  const { account, status } = useWallet()
  const { openConnect } = useConnectDialog()
  if (account) return <Account account={account} startsOpen={startsOpen} />
  return <ConnectButton isConnecting={status === 'connecting'} onClick={openConnect} />
}

const Account = ({ account, startsOpen }: { readonly account: Address } & Required<Props>) => {
  const [open, setOpen] = useState(startsOpen)
  const { isElsewhere } = useWallet()
  const name = usePrimaryName(account)
  const t = useTranslations('wallet')
  return (
    <Popover
      label={t('menu.label')}
      open={open}
      onOpenChange={setOpen}
      trigger={<AccountButton {...{ account, isElsewhere, name }} />}
    >
      <Suspense fallback={<Skeleton className="h-53" />}>
        <AccountMenu {...{ account, isElsewhere, name }} onLeave={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
