'use client'

import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { walletPolicy } from '@/lib/client/wallet/wallet-policy'
import { useConnectDialog } from './connect-provider'

/** Why the connected wallet may not sign on the network that is shown, and which one may. */
export const WalletNotAllowed = () => {
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const isDemoOnly = walletPolicy(network) === 'demo-only'
  return (
    <Alert
      tone="warn"
      title={isDemoOnly ? 'Use the demo wallet here' : 'Use a wallet of your own here'}
      actions={
        <Button size="small" onClick={openConnect}>
          {isDemoOnly ? 'Choose a demo account' : 'Choose a wallet'}
        </Button>
      }
    >
      {isDemoOnly
        ? `This is an embedded copy of ${network.title}: what your own wallet signed here would be valid on the real network too.`
        : 'The keys of the demo wallet are public; it is for embedded networks only.'}
    </Alert>
  )
}
