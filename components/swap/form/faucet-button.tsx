'use client'

import { useMutation } from '@tanstack/react-query'
import { Droplets } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { Button } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { askFaucet } from '@/lib/client/api'
import { sentence } from '@/lib/client/i18n/sentence'
import type { Address } from '@/lib/core/address'

type Props = Pick<ComponentProps<typeof Button>, 'size' | 'className'> & {
  readonly account: Address
}

/** Requests test tokens for the account; embedded networks only. */
export const FaucetButton = ({ account, ...look }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const refresh = useRefreshChainReads()
  const ask = useMutation({
    mutationFn: () => askFaucet(network.name, account),
    onSuccess: () => {
      refresh()
      toastSuccess({ title: t('faucet.done'), description: t('faucet.fills') })
    },
    onError: (error) =>
      toastError({
        title: t('faucet.failed'),
        description: <span lang="en">{sentence(error.message)}</span>,
      }),
  })
  return (
    <Button variant="quiet" {...look} busy={ask.isPending} onClick={() => ask.mutate()}>
      {ask.isPending ? null : <Droplets aria-hidden="true" className="size-4" />}
      {t('faucet.get')}
    </Button>
  )
}
