'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { WalletReadiness } from '@/lib/client/swap/swap-action'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { embeddedParameters } from '@/lib/client/wallet/switch-network'
import { useConnectDialog } from './connect-provider'

/** Reason why a connected wallet cannot be used here. */
export type Obstacle = Extract<WalletReadiness, 'not-allowed' | 'other-chain' | 'view-only'>

/** Explains why the connected wallet cannot be used here and offers remedies. */
export const WalletObstacle = ({ why }: { readonly why: Obstacle }) => {
  const t = useTranslations('wallet')
  if (why === 'not-allowed') return <NotAllowed />
  if (why === 'other-chain') return <OtherChain />
  return (
    <Alert tone="warn" title={t('notice.viewOnly')}>
      {t('notice.viewOnlyText')}
    </Alert>
  )
}

const NotAllowed = () => {
  const t = useTranslations('wallet')
  const { network } = useSettings()
  const { connector } = useConnection()
  const { openConnect } = useConnectDialog()
  if (!network.embedded) {
    return (
      <Alert tone="warn" title={t('notice.noDemo', { network: network.title })}>
        {t('notice.keys')}
      </Alert>
    )
  }
  return (
    <Alert
      tone="warn"
      title={t('notice.notHere', {
        wallet: connector?.name ?? t('notice.thisWallet'),
        network: network.title,
      })}
      actions={
        <Button size="small" onClick={openConnect}>
          {t('notice.useDemo')}
        </Button>
      }
    >
      {t('notice.embedded', { network: network.title })}
    </Alert>
  )
}

const OtherChain = () => {
  const t = useTranslations('wallet')
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const add = useAddNetwork()
  return (
    <Alert
      tone="warn"
      title={t('notice.other', { network: network.title })}
      actions={
        <>
          <Button size="small" busy={add.isPending} onClick={() => add.mutate()}>
            {t('notice.add')}
          </Button>
          <Button size="small" onClick={openConnect}>
            {t('notice.useDemo')}
          </Button>
        </>
      }
    >
      <p>{t('notice.setRpc', { network: network.title })}</p>
      {network.rpcUrl ? (
        <p className="flex items-center justify-between gap-2">
          <code className="text-code wrap-anywhere">{network.rpcUrl}</code>
          <CopyButton text={network.rpcUrl} what={t('notice.rpc')} />
        </p>
      ) : null}
      {add.isError ? <p>{t('notice.notAdded')}</p> : null}
    </Alert>
  )
}

type Provider = { request: (call: { method: string; params: unknown[] }) => Promise<unknown> }

function useAddNetwork() {
  const { network } = useSettings()
  const { connector } = useConnection()
  return useMutation({
    mutationFn: async () => {
      const provider = (await connector?.getProvider()) as Provider
      const native = network.nativeSymbol
      const chain = {
        chainId: `0x${network.chainId.toString(16)}`,
        nativeCurrency: { name: native, symbol: native, decimals: 18 },
        ...embeddedParameters(network),
      }
      const call = { method: 'wallet_addEthereumChain', params: [chain] }
      await askWallet(() => provider.request(call))
    },
  })
}
