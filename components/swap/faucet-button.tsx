'use client'

import { useMutation } from '@tanstack/react-query'
import { Droplets } from 'lucide-react'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { askFaucet } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import { useRefreshChainReads } from './use-balances'

/** Gives the account test tokens; embedded networks only. */
export const FaucetButton = ({ account }: { readonly account: Address }) => {
  const { network } = useSettings()
  const refresh = useRefreshChainReads()
  const ask = useMutation({
    mutationFn: () => askFaucet(network.name, account),
    onSuccess: () => {
      refresh()
      toastSuccess({ title: 'Test tokens are in your wallet' })
    },
    onError: (error) => toastError({ title: 'No tokens came', description: error.message }),
  })
  return (
    <Button variant="quiet" busy={ask.isPending} onClick={() => ask.mutate()}>
      {ask.isPending ? null : <Droplets aria-hidden="true" className="size-4" />}
      Get test tokens
    </Button>
  )
}
