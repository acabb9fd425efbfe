'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OnNetwork, useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { Badge, type BadgeSign, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { List, ListCell, type ListColumn, ListEmpty, ListRow } from '@/components/ui/list'
import { useWallet } from '@/components/wallet/use-wallet'
import {
  type AllowanceUse,
  allowanceText,
  allowanceUse,
  allowanceUseText,
  usdAtRisk,
} from '@/lib/client/portfolio/portfolio'
import { type Address, nativeToken } from '@/lib/core/address'
import { missingText } from '@/lib/core/format/number-text'
import { NetworkToken } from './network-token'
import type { PlacedToken } from './placed-token'
import { useIsRevoking } from './use-is-revoking'

const RevokeDialog = lazyPart(async () => (await import('./revoke-dialog')).RevokeDialog)

type Props = { readonly account: Address; readonly tokens: readonly PlacedToken[] }

/** What the vault relayer may take of an account's tokens on all networks, and what it should not need any more. */
export const AllowanceList = ({ account, tokens }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { settings } = useSettings()
  const [revoking, setRevoking] = useState<PlacedToken>()
  const columns = useColumns()
  const approved = tokens.filter(
    ({ holding: { token, allowance, claim } }) => token !== nativeToken && (allowance || claim),
  )
  const native = tokens.filter(({ holding }) => holding.token === nativeToken && holding.balance)
  const listed = approved.length === 0 ? [] : [...approved, ...native]
  const risk = approved.reduce((sum, { holding }) => sum + (usdAtRisk(holding) ?? 0), 0)
  return (
    <section aria-labelledby="portfolio-allowances" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="portfolio-allowances" className="text-section">
          {t('allowances')}
        </h2>
        <p className="text-label text-ink-2">
          {t.rich('relayer', {
            address: () => (
              <AddressText address={settings.vaultRelayerContract} what={t('relayerAddress')} />
            ),
          })}
        </p>
      </div>
      {listed.length === 0 ? (
        <ListEmpty>
          <p className="p-6 text-small text-ink-2">{t('noAllowances')}</p>
        </ListEmpty>
      ) : (
        <>
          <List
            label={t('allowances')}
            columns={columns}
            template="tab:[--columns:minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,0.9fr)_minmax(0,1.5fr)_6.5rem]"
          >
            {listed.map((token) => (
              <AllowanceRow
                key={`${token.network.chainId} ${token.holding.token}`}
                account={account}
                token={token}
                onRevoke={() => setRevoking(token)}
              />
            ))}
          </List>
          <p className="numeric text-small text-ink-2">
            {t('totalAtRisk', { count: approved.length, usd: format.usd(risk) })}
          </p>
        </>
      )}
      <OnceOpen isOpen={revoking !== undefined}>
        {revoking ? (
          <OnNetwork chainId={revoking.network.chainId}>
            <RevokeDialog
              owner={account}
              holding={revoking.holding}
              symbol={revoking.symbol}
              named={revoking.named}
              onClose={() => setRevoking(undefined)}
            />
          </OnNetwork>
        ) : null}
      </OnceOpen>
    </section>
  )
}

function useColumns(): readonly ListColumn[] {
  const t = useTranslations('portfolio')
  return [
    { key: 'token', label: t('column.token') },
    { key: 'allowance', label: t('column.allowance'), align: 'end' },
    { key: 'risk', label: t('column.risk'), align: 'end' },
    { key: 'status', label: t('column.status'), className: 'tab:pl-6' },
    { key: 'act', label: <span className="sr-only">{t('column.act')}</span> },
  ]
}

const looks: Readonly<Record<AllowanceUse, { readonly tone: Tone; readonly sign?: BadgeSign }>> = {
  short: { tone: 'warn' },
  used: { tone: 'surplus', sign: 'check' },
  excess: { tone: 'warn' },
  unused: { tone: 'neutral' },
  needless: { tone: 'neutral' },
}

type RowProps = {
  readonly account: Address
  readonly token: PlacedToken
  readonly onRevoke: () => void
}

const AllowanceRow = ({ account, token, onRevoke }: RowProps) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { network, holding, symbol, named } = token
  const { allowance } = holding
  const { tone, sign } = looks[allowanceUse(holding)]
  return (
    <ListRow>
      <NetworkToken {...{ network, holding, symbol }} />
      <ListCell align="end" on="aside" className="text-row tab:text-small">
        {allowance === undefined
          ? missingText
          : allowanceText(t, format, { allowance, token: named })}
      </ListCell>
      <ListCell align="end" className="text-small">
        {format.usd(usdAtRisk(holding))}
      </ListCell>
      <ListCell on="pill" className="tab:pl-6!">
        <Badge tone={tone} sign={sign}>
          {allowanceUseText(t, format, { ...holding, token: named })}
        </Badge>
      </ListCell>
      <ListCell on="below" align="end">
        <OnNetwork chainId={network.chainId}>
          <RevokeButton {...{ account, token, onRevoke }} />
        </OnNetwork>
      </ListCell>
    </ListRow>
  )
}

/** Nothing where there is nothing to revoke, or the wallet may not sign. */
const RevokeButton = ({ account, token: { holding, symbol }, onRevoke }: RowProps) => {
  const t = useTranslations('portfolio')
  const { isAllowed } = useWallet()
  const { token, allowance } = holding
  const isRevoking = useIsRevoking({ owner: account, token }, allowance)
  if (!isAllowed || !(allowance || isRevoking)) return null
  return (
    <Button size="small" onClick={onRevoke} className="relative">
      <span>
        {t.rich(isRevoking ? 'row.revoking' : 'row.revoke', {
          symbol,
          hidden: (chunks) => <span className="sr-only">{chunks}</span>,
        })}
      </span>
    </Button>
  )
}
