'use client'

import { useTranslations } from 'next-intl'
import { usePriceAlerts } from '@/components/alerts/use-price-alerts'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { shortAddress } from '@/components/wallet/short-address'
import type { Address } from '@/lib/core/address'
import { stateTones } from './channels/channel-face'
import { useSubscriptions } from './channels/use-channels'

type Props = {
  readonly account: Address
  readonly onTab: (tab: 'alerts' | 'channels') => void
}

/** Maximum rows of each panel; the tabs have all. */
const maxShown = 4

/** Beside the inbox: where its notifications also go, and the prices that are watched. */
export const InboxAside = ({ account, onTab }: Props) => (
  <div className="grid grid-cols-1 gap-6">
    <Channels account={account} onOpen={() => onTab('channels')} />
    <Alerts account={account} onOpen={() => onTab('alerts')} />
  </div>
)

type PanelProps = { readonly account: Address; readonly onOpen: () => void }

const Channels = ({ account, onOpen }: PanelProps) => {
  const t = useTranslations('notifications')
  const { data = [] } = useSubscriptions(account)
  return (
    <Panel
      title={t('channels.yours')}
      aside={
        <Button variant="quiet" size="small" className="-mr-3" onClick={onOpen}>
          {t(data.length === 0 ? 'channels.addOne' : 'channels.manage')}
        </Button>
      }
    >
      {data.length === 0 ? (
        <p className="text-small text-ink-2">{t('channels.asideNone')}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-3 text-small">
          {data.slice(0, maxShown).map(({ id, channel, label, state }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {t(`channel.${channel}`)} <span className="text-ink-2">{label}</span>
              </span>
              <Badge tone={stateTones[state]}>{t(`state.name.${state}`)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const Alerts = ({ account, onOpen }: PanelProps) => {
  const t = useTranslations('alerts')
  const format = useFormat()
  const { data } = usePriceAlerts(account)
  const armed = data?.alerts.filter((alert) => alert.armed) ?? []
  return (
    <Panel
      title={t('title')}
      aside={
        <Button variant="quiet" size="small" className="-mr-3" onClick={onOpen}>
          {t('new')}
        </Button>
      }
    >
      {armed.length === 0 ? (
        <p className="text-small text-ink-2">{t('none')}</p>
      ) : (
        <>
          <p className="text-small text-ink-2">{t('armed', { count: armed.length })}</p>
          <ul className="numeric grid grid-cols-1 gap-3 text-small">
            {armed.slice(0, maxShown).map(({ id, condition, limitUsd, symbol, token }) => (
              <li key={id}>
                {t(`row.${condition}`, {
                  symbol: symbol ?? shortAddress(token),
                  price: format.price(limitUsd),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
