'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ServedNetwork } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { ChangeBadge } from '@/components/tokens/change-badge'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { tradeHref } from '@/components/tokens/token-link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { Checkbox } from '@/components/ui/checkbox'
import { Link } from '@/components/ui/link'
import {
  List,
  ListCell,
  type ListColumn,
  ListEmpty,
  ListFigure,
  ListRow,
} from '@/components/ui/list'
import { availableOf, figureOf, missingText } from '@/lib/client/portfolio/portfolio'
import { NetworkToken } from './network-token'
import type { PlacedToken } from './placed-token'

type Props = {
  readonly tokens: readonly PlacedToken[]
  readonly networks: readonly ServedNetwork[]
}

/** Below this value in US dollars, tokens can be hidden. */
const smallUsd = 1

/** The tokens that an account holds, of all networks or one. */
export const HoldingList = ({ tokens, networks }: Props) => {
  const t = useTranslations('portfolio')
  const { search, change } = useSearchState()
  const columns = useColumns()
  const [isHiding, setHiding] = useState(true)
  const chosen = networks.find(({ name }) => name === search.get('network'))
  const held = tokens.filter(({ holding }) => holding.balance !== 0n || holding.claim)
  const here = held.filter(({ network }) => !chosen || network.chainId === chosen.chainId)
  const isSmall = ({ holding: { usd, claim } }: PlacedToken) =>
    usd !== undefined && usd < smallUsd && !claim
  const shown = isHiding ? here.filter((token) => !isSmall(token)) : here
  return (
    <section aria-labelledby="portfolio-tokens" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="portfolio-tokens" className="text-section">
          {t('tokens')}
        </h2>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          {networks.length > 1 ? (
            <ChoiceRow
              label={t('networks')}
              choices={[
                { value: '', label: t('allNetworks') },
                ...networks.map(({ name, title }) => ({ value: name, label: title })),
              ]}
              value={chosen?.name ?? ''}
              onChoose={(network) => change({ network })}
            />
          ) : null}
          <Checkbox label={t('hideSmall')} checked={isHiding} onCheckedChange={setHiding} />
        </div>
      </div>
      {shown.length === 0 ? (
        <ListEmpty>
          <p className="p-6 text-small text-ink-2">
            {t(here.length === 0 ? 'noTokens' : 'onlySmall')}
          </p>
        </ListEmpty>
      ) : (
        <List
          label={t('tokens')}
          columns={columns}
          template="tab:[--columns:minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_4.5rem] desk:[--columns:minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_4.5rem]"
        >
          {shown.map((token) => (
            <HoldingRow key={`${token.network.chainId} ${token.holding.token}`} {...token} />
          ))}
        </List>
      )}
    </section>
  )
}

function useColumns(): readonly ListColumn[] {
  const t = useTranslations('portfolio')
  const end = { align: 'end' } as const
  const wide = { ...end, className: 'tab:max-desk:hidden' } as const
  return [
    { key: 'token', label: t('column.token') },
    { key: 'price', label: t('column.price'), ...wide },
    { key: 'day', label: t('column.day'), ...wide },
    { key: 'balance', label: t('column.balance'), ...end },
    { key: 'value', label: t('column.value'), ...end },
    { key: 'available', label: t('column.available'), ...end },
    { key: 'act', label: <span className="sr-only">{t('column.act')}</span> },
  ]
}

const HoldingRow = ({ network, holding, symbol, named }: PlacedToken) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { token, balance, market, usd } = holding
  const figure = figureOf(format)
  return (
    <ListRow>
      <NetworkToken {...{ network, holding, symbol }} />
      <ListCell align="end" className="text-small font-medium tab:max-desk:hidden">
        {format.price(market?.price)}
      </ListCell>
      <ListCell align="end" className="text-small tab:max-desk:hidden">
        <ChangeBadge change={market?.dayChange} words={t('row.day')} />
      </ListCell>
      <ListCell
        align="end"
        on="pill"
        className="text-label text-ink-2 tab:text-small tab:font-medium tab:text-ink"
      >
        {balance === undefined ? t('row.noAnswer') : figure(balance, named)}
        <span className="tab:hidden"> {symbol}</span>
      </ListCell>
      <ListCell align="end" on="aside" className="text-row font-medium tab:text-small">
        {balance === 0n ? format.usd(0) : format.usd(usd)}
      </ListCell>
      <ListCell align="end" on="below" className="text-small">
        <Available {...{ holding, named }} />
      </ListCell>
      <ListCell align="end">
        <Link
          href={tradeHref({ network: network.name, token }, 'sell')}
          className={`${buttonClass({ size: 'small' })} relative`}
          aria-label={t('row.swapToken', { symbol })}
        >
          {t('row.swap')}
        </Link>
      </ListCell>
    </ListRow>
  )
}

/** What open orders leave of a balance, or what they lack. */
const Available = ({ holding, named }: Pick<PlacedToken, 'holding' | 'named'>) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { balance, claim } = holding
  const figure = figureOf(format)
  if (!claim) {
    return (
      <span className="text-small text-ink-2 max-tab:hidden">
        {balance === undefined || balance === 0n ? '' : t('row.all')}
      </span>
    )
  }
  const missing = missingText(t, format, { ...holding, token: named })
  const reserved = t('row.reserved', { amount: figure(claim.atoms, named), count: claim.orders })
  if (missing) {
    return (
      <span className="grid justify-items-start gap-1 tab:justify-items-end">
        <Badge tone="warn">{missing}</Badge>
        <span className="text-label text-ink-2">{reserved}</span>
      </span>
    )
  }
  const available = availableOf(holding)
  return (
    <>
      <span className="max-tab:hidden">
        <ListFigure
          value={
            <span className="font-medium">
              {available === undefined ? t('row.noAnswer') : figure(available, named)}
            </span>
          }
          note={reserved}
        />
      </span>
      <span className="text-label text-ink-2 tab:hidden">{reserved}</span>
    </>
  )
}
