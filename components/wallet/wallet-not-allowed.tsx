'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { walletPolicy } from '@/lib/client/wallet/wallet-policy'
import { useConnectDialog } from './connect-provider'

/** Explains why the connected wallet may not sign on the selected network, and which wallets may. */
export const WalletNotAllowed = () => {
  const t = useTranslations('wallet')
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const isDemoOnly = walletPolicy(network) === 'demo-only'
  return (
    <Alert
      tone="warn"
      title={isDemoOnly ? t('allowed.demo') : t('allowed.own')}
      actions={
        <Button size="small" onClick={openConnect}>
          {isDemoOnly ? t('allowed.chooseDemo') : t('allowed.chooseOwn')}
        </Button>
      }
    >
      {isDemoOnly ? t('allowed.demoWhy', { network: network.title }) : t('allowed.ownWhy')}
    </Alert>
  )
}
