'use client'

import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { tokenHref } from '@/components/tokens/token-link'
import { TokenMark } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { List, ListCell, ListEmpty, ListLink, ListMain, ListRow } from '@/components/ui/list'
import { shortAddress } from '@/components/wallet/short-address'
import type { PriceAlertView } from '@/lib/client/alerts/price-alerts'
import { fetchUsdPrice } from '@/lib/client/api'
import { type Address, toAddress } from '@/lib/core/address'
import { isReached } from '@/lib/core/price-alert'
import { alertProblem } from './alert-problem'
import { useArmAlert, useRemoveAlert } from './use-price-alerts'

type Props = { readonly account: Address; readonly alerts: readonly PriceAlertView[] }

/** The price alerts of an account: armed ones with their distance from the price, fired ones with an offer to arm again. */
export const AlertList = ({ account, alerts }: Props) => {
  const t = useTranslations('alerts')
  const priceOf = usePrices(alerts)
  if (alerts.length === 0) {
    return (
      <ListEmpty>
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      </ListEmpty>
    )
  }
  return (
    <List label={t('title')} template="tab:[--columns:minmax(0,1fr)_minmax(0,15rem)_8rem_2.75rem]">
      {alerts.map((alert) => (
        <AlertRow key={alert.id} {...{ account, alert }} price={priceOf(alert)} />
      ))}
    </List>
  )
}

const keyOf = ({ chainId, token }: PriceAlertView) => `${chainId} ${token}`

/** Current prices in US dollars of the alerts' tokens. */
function usePrices(alerts: readonly PriceAlertView[]) {
  const { settings } = useSettings()
  const tokens = [...new Map(alerts.map((alert) => [keyOf(alert), alert])).values()]
  const named = tokens.flatMap(({ chainId, token }) => {
    const network = settings.networks.find((each) => each.chainId === chainId)
    return network ? [{ chainId, name: network.name, token: toAddress(token) }] : []
  })
  const prices = useQueries({
    queries: named.map(({ name, token }) => ({
      queryKey: ['usd-price', name, token],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        fetchUsdPrice(name, token, { signal }),
      staleTime: 15_000,
      refetchInterval: 15_000,
      retry: false,
    })),
  })
  return ({ chainId, token }: PriceAlertView) =>
    prices[named.findIndex((each) => each.chainId === chainId && each.token === token)]?.data
}

type RowProps = {
  readonly account: Address
  readonly alert: PriceAlertView
  readonly price: number | undefined
}

const AlertRow = ({ account, alert, price }: RowProps) => {
  const t = useTranslations('alerts')
  const format = useFormat()
  const { settings } = useSettings()
  const { id, chainId, condition, limitUsd, armed } = alert
  const token = toAddress(alert.token)
  const network = settings.networks.find((each) => each.chainId === chainId)
  const symbol = alert.symbol ?? shortAddress(token)
  const remove = useRemoveAlert(account, id)
  const what = t(`row.${condition}`, { symbol, price: format.price(limitUsd) })
  const problem = remove.error && alertProblem(t, remove.error)
  return (
    <ListRow>
      <ListMain
        lead={network ? <TokenMark network={network} token={{ address: token }} /> : undefined}
        title={network ? <ListLink href={tokenHref(network.name, token)}>{what}</ListLink> : what}
        note={
          <span className="numeric">
            {network?.title}
            {price === undefined
              ? ''
              : ` · ${t('row.now', {
                  price: format.price(price),
                  distance: format.change(limitUsd / price - 1),
                })}`}
          </span>
        }
      />
      <ListCell on="pill">
        <State alert={alert} />
      </ListCell>
      <ListCell on="below" align="end" className="max-tab:empty:hidden">
        {armed ? null : <ArmButton {...{ account, alert, what, price }} />}
        {problem ? (
          <p role="alert" className="text-label text-danger">
            {problem}
          </p>
        ) : null}
      </ListCell>
      <ListCell on="aside">
        <IconButton
          label={t('row.remove', { what })}
          aria-busy={remove.isPending}
          onClick={() => remove.mutate(undefined)}
          className="-my-2 -mr-2"
        >
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </ListCell>
    </ListRow>
  )
}

const State = ({ alert: { armed, firedAt, firedUsd } }: Pick<RowProps, 'alert'>) => {
  const t = useTranslations('alerts')
  const format = useFormat()
  if (armed || firedAt === null) {
    return (
      <Badge tone="info" sign="dot">
        {t('row.armed')}
      </Badge>
    )
  }
  const when = format.local(new Date(firedAt), new Date())
  return (
    <Badge tone="surplus" sign="check">
      {t('row.fired', { when, price: format.price(firedUsd ?? undefined) })}
    </Badge>
  )
}

/** Arms a fired alert for the same price; the price must have left it before. */
const ArmButton = ({ account, alert, what, price }: RowProps & { readonly what: string }) => {
  const t = useTranslations('alerts')
  const { condition, limitUsd } = alert
  const arm = useArmAlert(account, alert.id)
  const isThere = price !== undefined && isReached({ condition, limitUsd }, price)
  return (
    <span className="relative grid gap-1 tab:justify-items-end">
      <Button
        size="small"
        busy={arm.isPending}
        aria-disabled={isThere}
        onClick={() => arm.mutate({ condition, limitUsd })}
      >
        <span>
          {isThere
            ? t('row.reached')
            : t.rich('row.arm', {
                what,
                hidden: (chunks) => <span className="sr-only">{chunks}</span>,
              })}
        </span>
      </Button>
      {arm.error ? (
        <span role="alert" className="text-label text-danger">
          {alertProblem(t, arm.error)}
        </span>
      ) : null}
    </span>
  )
}
