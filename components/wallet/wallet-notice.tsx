'use client'

import { useMutation } from '@tanstack/react-query'
import { useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { useConnectDialog } from './connect-provider'
import { useWalletReadiness } from './use-wallet-readiness'

/** Says why the connected wallet cannot be used here, and the ways on. */
export const WalletNotice = () => {
  const readiness = useWalletReadiness()
  if (readiness === 'not-allowed') return <NotAllowed />
  return readiness === 'other-chain' ? <OtherChain /> : null
}

const NotAllowed = () => {
  const { network } = useSettings()
  const { connector } = useConnection()
  const { openConnect } = useConnectDialog()
  if (!network.embedded) {
    return (
      <Alert tone="warn" title={`The demo wallet does not work on ${network.title}`}>
        Its keys are public. Connect a wallet of your own.
      </Alert>
    )
  }
  return (
    <Alert
      tone="warn"
      title={`${connector?.name ?? 'This wallet'} can’t be used on this ${network.title}`}
      actions={
        <Button size="small" onClick={openConnect}>
          Use the demo wallet
        </Button>
      }
    >
      This is an embedded copy with the chain id of the real {network.title}: what you sign here
      would be valid there too. The demo wallet holds test tokens only.
    </Alert>
  )
}

const OtherChain = () => {
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const add = useAddNetwork()
  return (
    <Alert
      tone="warn"
      title={`Your wallet is on another ${network.title}`}
      actions={
        <>
          <Button size="small" busy={add.isPending} onClick={() => add.mutate()}>
            Add it to the wallet
          </Button>
          <Button size="small" onClick={openConnect}>
            Use the demo wallet
          </Button>
        </>
      }
    >
      <p>
        This page trades on a chain of this machine with the same chain id. Set this RPC URL for{' '}
        {network.title} in your wallet, then come back:
      </p>
      {network.rpcUrl ? (
        <p className="flex items-center justify-between gap-2">
          <code className="text-code wrap-anywhere">{network.rpcUrl}</code>
          <CopyButton text={network.rpcUrl} what="RPC URL" />
        </p>
      ) : null}
      {add.isError ? <p>The wallet did not add it. Add it by hand.</p> : null}
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
      await provider.request({
        method: 'wallet_addEthereumChain',
        params: [
          {
            chainId: `0x${network.chainId.toString(16)}`,
            chainName: `${network.title} (embedded)`,
            nativeCurrency: { name: native, symbol: native, decimals: 18 },
            rpcUrls: [network.rpcUrl],
          },
        ],
      })
    },
  })
}
