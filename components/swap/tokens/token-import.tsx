'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useReadContract } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Skeleton } from '@/components/ui/skeleton'
import { fetchRefusal, fetchTokenDetails } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import { findLookalike } from '@/lib/client/swap/find-lookalike'
import { tokenFaultText } from '@/lib/client/swap/token-fault-text'
import type { Token } from '@/lib/client/swap/tokens'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import type { Address } from '@/lib/core/address'

type Props = {
  readonly address: Address
  /** Listed tokens that it may be confused with. */
  readonly tokens: readonly Token[]
  readonly onImport: (token: Token) => void
}

/** Imports an unlisted token, once the user has accepted what its contract reports. */
export const TokenImport = ({ address, tokens, onImport }: Props) => {
  const t = useTranslations('swap')
  const ui = useTranslations('ui')
  const { network } = useSettings()
  const { data, error, refetch } = useQuery({
    queryKey: ['token-details', network.name, address],
    queryFn: ({ signal }) => fetchTokenDetails(network.name, address, { signal }),
    retry: false,
  })
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Alert tone="info" title={t('import.noTokenTitle')}>
        {t('import.noToken', { network: network.title })}
      </Alert>
    )
  }
  if (error) {
    return (
      <Alert
        tone="warn"
        title={t('import.unreadTitle')}
        actions={<Button onClick={() => void refetch()}>{ui('answer.retry')}</Button>}
      >
        {t('import.unread')}
      </Alert>
    )
  }
  if (!data) return <Skeleton className="h-60 rounded-well" />
  const { decimals, symbol = '', name = '' } = data
  if (decimals === undefined || symbol === '') {
    return (
      <Alert tone="info" title={t('import.silentTitle')}>
        {t('import.silent')}
      </Alert>
    )
  }
  const token = { address, decimals, symbol, name }
  return <Found token={token} tokens={tokens} onImport={() => onImport(token)} />
}

type FoundProps = {
  readonly token: Token
  readonly tokens: readonly Token[]
  readonly onImport: () => void
}

const Found = ({ token, tokens, onImport }: FoundProps) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { network } = useSettings()
  const { address, symbol, name, decimals } = token
  const [agreed, setAgreed] = useState(false)
  const { data: refusal } = useQuery({
    queryKey: ['token-refusal', network.name, address],
    queryFn: ({ signal }) => fetchRefusal(network.name, address, { signal }),
    retry: false,
  })
  const { data: supply } = useReadContract({
    ...{ chainId: network.chainId, address, abi: tokenAbi, functionName: 'totalSupply' },
  })
  const twin = findLookalike(token, tokens)
  return (
    <section
      aria-label={t('import.add', { symbol })}
      className="grid grid-cols-1 gap-4 pb-2 wrap-anywhere"
    >
      <DetailList>
        <Detail name={t('import.name')}>{name || t('import.noName')}</Detail>
        <Detail name={t('import.symbol')}>{symbol}</Detail>
        <Detail name={t('import.decimals')}>{decimals}</Detail>
        <Detail name={t('import.supply')}>
          {supply === undefined ? '…' : format.amount(supply, token)}
        </Detail>
        <Detail name={t('import.address')}>{address}</Detail>
      </DetailList>
      <Alert
        tone="warn"
        title={twin ? t('import.twinTitle', { symbol: twin.symbol }) : t('import.unlistedTitle')}
      >
        {t('import.warning')}
      </Alert>
      {refusal ? (
        <Alert tone="danger" title={t('import.refusedTitle')}>
          {tokenFaultText(t, refusal)}
        </Alert>
      ) : null}
      <Checkbox label={t('import.consent')} checked={agreed} onCheckedChange={setAgreed} />
      <Button
        variant="primary"
        size="large"
        aria-disabled={!agreed}
        onClick={() => (agreed ? onImport() : undefined)}
      >
        {t('import.add', { symbol })}
      </Button>
    </section>
  )
}
