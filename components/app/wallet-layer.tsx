'use client'

import { usePathname, useSearchParams, useSelectedLayoutSegment } from 'next/navigation'
import { useLocale, useMessages, useTranslations } from 'next-intl'
import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { MoreMessages } from '@/components/i18n/more-messages'
import { countMark } from '@/components/notifications/unread/count-text'
import { UnreadLater } from '@/components/notifications/unread/unread-later'
import { lazyPart } from '@/components/ui/lazy-part'
import { pathNetwork } from '@/components/ui/shell/nav-items'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { AccountButton, ConnectButton } from '@/components/wallet/account-button'
import { NetworkButton } from '@/components/wallet/network-button'
import type { Settings } from '@/lib/api/docs/pages'
import { networkCookie, readCookie } from '@/lib/client/cookies'
import { readStoredAccount } from '@/lib/client/wallet/connectors/stored-account'
import type { Address } from '@/lib/core/address'
import { findChainId } from './find-chain-id'
import type { Opened } from './wallet-shell'

const WalletShell = lazyPart(async () => (await import('./wallet-shell')).WalletShell, 'late')

/** The route group whose pages include the wallet. */
const withWallet = '(app)'

/** A wallet-dependent part of the page, and its place. */
type Part = { readonly node: ReactNode; readonly chainId: number }

type Layer = {
  /** The connected account: of the stored connection until the wallet is loaded. */
  readonly account: Address | undefined
  readonly isLoaded: boolean
  /** Loads the wallet, and opens one of its dialogs. */
  readonly load: (opened?: Opened) => void
  /** Renders a part in its place once the wallet is loaded; returns a function that removes it. */
  readonly show: (place: Element, part: Part) => () => void
}

const LayerContext = createContext<Layer | undefined>(undefined)

type Props = { readonly settings: Settings; readonly children: ReactNode }

/**
 * The header of all pages. Pages outside the app load without the wallet's code: their header shows the stored
 * connection, and the wallet is loaded when the user needs it or the page has something for its owner.
 */
export const WalletLayer = ({ settings, children }: Props) => {
  const isApp = useSelectedLayoutSegment() === withWallet
  const [account, setAccount] = useState<Address>()
  const [wanted, setWanted] = useState<{ readonly opened: Opened }>()
  const [parts, setParts] = useState<ReadonlyMap<Element, Part>>(new Map())
  const pathname = usePathname()
  const requested = useSearchParams().get('chain')
  const [pinned] = [...parts.values()]
  const named = pathNetwork(pathname) ?? requested ?? (pinned && `${pinned.chainId}`)
  useEffect(() => {
    setAccount(readStoredAccount(document.cookie))
    // The app's pages have handled their own dialogs in the meantime.
    if (isApp) setWanted((before) => before && { opened: undefined })
  }, [isApp])
  const show = useCallback((place: Element, part: Part) => {
    setParts((others) => new Map([...others, [place, part]]))
    return () => setParts((others) => new Map([...others].filter(([each]) => each !== place)))
  }, [])
  const load = useCallback((opened?: Opened) => setWanted((before) => before ?? { opened }), [])
  const isLoaded = wanted !== undefined
  const value = useMemo(() => ({ account, isLoaded, load, show }), [account, isLoaded, load, show])
  const header = <LightHeader {...{ settings, named, account, load }} />
  return (
    <LayerContext value={value}>
      {children}
      {isApp ? null : wanted ? (
        <Suspense fallback={header}>
          <WalletShell {...{ settings, named, ...wanted }} onAccount={setAccount}>
            {[...parts].map(([place, { node, chainId }]) =>
              createPortal(node, place, `${chainId}`),
            )}
          </WalletShell>
        </Suspense>
      ) : (
        header
      )}
    </LayerContext>
  )
}

type HeaderProps = Pick<Props, 'settings'> &
  Pick<Layer, 'account' | 'load'> & { readonly named: string | undefined }

/** Shows the stored network and account, and the unread count. */
const LightHeader = ({ settings, named, account, load }: HeaderProps) => {
  const t = useTranslations('account')
  return (
    <>
      <FillShellSlot name="network">
        <StoredNetwork {...{ settings, named }} onClick={() => load('network')} />
      </FillShellSlot>
      <FillShellSlot name="wallet">
        {account ? (
          <AccountButton account={account} aria-haspopup="dialog" onClick={() => load('account')} />
        ) : (
          <ConnectButton onClick={() => load('connect')} />
        )}
      </FillShellSlot>
      <UnreadLater words={t('unread', { count: countMark })} />
    </>
  )
}

type StoredProps = Pick<HeaderProps, 'settings' | 'named'> & { readonly onClick: () => void }

/** The network in the page's address, else the last selected one; rendered in the browser only. */
const StoredNetwork = ({ settings, named, onClick }: StoredProps) => {
  const stored = readCookie(networkCookie, undefined)
  const chainId =
    findChainId(settings, named) ?? findChainId(settings, stored) ?? settings.defaultChainId
  const network = settings.networks.find((each) => each.chainId === chainId)
  return <NetworkButton network={network} aria-haspopup="dialog" onClick={onClick} />
}

/** Wallet state for pages without the wallet, and functions to load it. */
export function useWalletLayer(): Layer {
  const value = useContext(LayerContext)
  if (!value) throw new Error('useWalletLayer needs WalletLayer above it')
  return value
}

type InWalletProps = {
  /** The network of the page's subject. */
  readonly chainId: number
  /** Shown until the wallet is loaded. */
  readonly fallback?: ReactNode
  readonly children?: ReactNode
}

/**
 * A part of a page that needs the wallet: rendered once the wallet is loaded. Without children it only shows the network of
 * the page's subject in the header.
 */
export const InWallet = ({ chainId, fallback, children }: InWalletProps) => {
  const { show } = useWalletLayer()
  const place = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const messages = useMessages()
  useEffect(() => {
    if (!place.current) return
    // Rendered by the header, outside the page's message provider.
    const node = <MoreMessages {...{ locale, messages }}>{children}</MoreMessages>
    return show(place.current, { node, chainId })
  }, [show, children, chainId, locale, messages])
  return (
    <>
      <div ref={place} className="peer empty:hidden" />
      <div className="peer-[:not(:empty)]:hidden">{fallback}</div>
    </>
  )
}
