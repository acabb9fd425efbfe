'use client'

import { SquareArrowOutUpRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useConnectors, useReconnect } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { SwapCard } from '@/components/swap/form/swap-page'
import { RecentSection } from '@/components/swap/recent/recent-section'
import { Alert } from '@/components/ui/alert'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletButton } from '@/components/wallet/wallet-button'
import type { EmbedRequest } from '@/lib/client/embed/embed-params'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { hostWalletId } from '@/lib/client/wallet/connectors/host-wallet'
import { useHostBridge } from './host-bridge-provider'

/** The trade card alone, the orders placed in it, a link to the whole app, and the account once it is connected. */
export const EmbedCard = ({ request }: { readonly request: EmbedRequest }) => {
  const t = useTranslations('embed')
  const format = useFormat()
  const bridge = useHostBridge()
  const { network } = useSettings()
  const { account } = useWallet()
  const [placed, setPlaced] = useState<readonly SwapOrder[]>([])
  const place = useSizedPlace()
  useHostConnection()
  const { params, ignored } = request
  const add = (order: SwapOrder) => {
    setPlaced((others) => [order, ...others.filter(({ uid }) => uid !== order.uid)])
    bridge?.tellOrder({ chainId: order.network.chainId, uid: order.uid })
  }
  return (
    <div
      ref={place}
      data-slot="embed-room"
      className="mx-auto grid w-full max-w-118 content-start gap-4 p-2"
    >
      <h1 className="sr-only">{t('title')}</h1>
      {ignored.length === 0 ? null : (
        <Alert tone="info" title={t('ignored')}>
          {t('ignoredText', { names: format.list(ignored) })}
        </Alert>
      )}
      <SwapCard key={network.chainId} params={params} isAlone onPlaced={add} />
      {account && placed.length > 0 ? <RecentSection owner={account} placed={placed} /> : null}
      <footer className="flex min-h-11 items-center justify-between gap-4 text-small text-ink-2">
        <a
          href={`/?${new URLSearchParams({ ...params, chain: network.name })}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:text-ink hover:underline"
        >
          {t('open')} <SquareArrowOutUpRight aria-hidden="true" className="size-4" />
        </a>
        {account ? <WalletButton /> : null}
      </footer>
    </div>
  )
}

/** Connects the accounts that the host page's wallet shows already. Others in this browser wait for the user's choice. */
function useHostConnection(): void {
  const { mutate: reconnect } = useReconnect()
  const host = useConnectors().find(({ id }) => id === hostWalletId)
  useEffect(() => {
    if (host) reconnect({ connectors: [host] })
  }, [host, reconnect])
}

/** Tells the host page the height that the card needs, whenever it changes. */
function useSizedPlace() {
  const bridge = useHostBridge()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (!current || !bridge) return
    const observer = new ResizeObserver(() => bridge.tellSize(Math.ceil(current.offsetHeight)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [bridge])
  return place
}
