'use client'

import { useQuery } from '@tanstack/react-query'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { type AffiliateView, fetchAffiliate } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import type { Address } from '@/lib/core/address'
import { CodeCard } from './code-card'
import { RegisterCode } from './register-code'

/** The affiliate code of the connected wallet, or the way to one. */
export const AffiliatePanel = () => {
  const { account, status, isAllowed } = useWallet()
  const { openConnect } = useConnectDialog()
  if (account && !isAllowed) return <WalletNotAllowed />
  if (account) return <WalletCode key={account} account={account} />
  if (status === 'connecting') return <Skeleton className="h-48 rounded-card" />
  return (
    <EmptyState
      title="Connect to get your code"
      action={
        <Button variant="primary" onClick={openConnect}>
          Connect wallet
        </Button>
      }
    >
      A code is bound to your wallet by a signature. It costs nothing and sends no transaction.
    </EmptyState>
  )
}

const WalletCode = ({ account }: { readonly account: Address }) => {
  const affiliate = useQuery({
    queryKey: ['affiliate', account],
    retry: false,
    queryFn: ({ signal }) => findAffiliate(account, signal),
  })
  if (affiliate.isPending) return <Skeleton className="h-48 rounded-card" />
  if (affiliate.isError) {
    return (
      <Alert
        tone="danger"
        title="The affiliate service did not answer"
        actions={
          <Button size="small" onClick={() => void affiliate.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (affiliate.data) return <CodeCard affiliate={affiliate.data} />
  return <RegisterCode account={account} onRegistered={() => void affiliate.refetch()} />
}

async function findAffiliate(account: Address, signal: AbortSignal): Promise<AffiliateView | null> {
  try {
    return await fetchAffiliate(account, { signal, tries: 2 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
