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
import { networkCookie, readCookie } from '@/lib/client/kept-cookie'
import { readKeptAccount } from '@/lib/client/wallet/kept-account'
import type { Address } from '@/lib/core/address'
import { findChainId } from './find-chain-id'
import type { Opened } from './wallet-shell'

const WalletShell = lazyPart(async () => (await import('./wallet-shell')).WalletShell, 'late')

/** The group of pages that come with the wallet. */
const withWallet = '(app)'

/** A part of the page that needs the wallet, in its place. */
type Part = { readonly node: ReactNode; readonly chainId: number }

type Layer = {
  /** The account that was connected when the page was opened. */
  readonly account: Address | undefined
  readonly isLoaded: boolean
  /** Loads the wallet, and opens something of it. */
  readonly load: (opened?: Opened) => void
  /** Shows a part in its place from when the wallet is there; returns what takes it away. */
  readonly show: (place: Element, part: Part) => () => void
}

const LayerContext = createContext<Layer | undefined>(undefined)

type Props = { readonly settings: Settings; readonly children: ReactNode }

/**
 * One header for all pages. Pages outside the app come without the wallet's code: their header shows what this browser
 * keeps of it, and the wallet is loaded when somebody uses it, or when the page has something for its owner.
 */
export const WalletLayer = ({ settings, children }: Props) => {
  const isApp = useSelectedLayoutSegment() === withWallet
  const [account, setAccount] = useState<Address>()
  const [wanted, setWanted] = useState<{ readonly opened: Opened }>()
  const [parts, setParts] = useState<ReadonlyMap<Element, Part>>(new Map())
  const pathname = usePathname()
  const asked = useSearchParams().get('chain')
  const [pinned] = [...parts.values()]
  const named = pathNetwork(pathname) ?? asked ?? (pinned && `${pinned.chainId}`)
  useEffect(() => {
    setAccount(readKeptAccount(document.cookie))
    // The pages of the app have opened and closed things of their own meanwhile.
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
          <WalletShell {...{ settings, named, ...wanted }}>
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

/** Network and account as this browser keeps them, and what is unread. */
const LightHeader = ({ settings, named, account, load }: HeaderProps) => {
  const t = useTranslations('account')
  return (
    <>
      <FillShellSlot name="wallet">
        <span className="flex min-w-0 items-center gap-1">
          <KeptNetwork {...{ settings, named }} onClick={() => load('network')} />
          {account ? (
            <AccountButton
              account={account}
              aria-haspopup="dialog"
              onClick={() => load('account')}
            />
          ) : (
            <ConnectButton onClick={() => load('connect')} />
          )}
        </span>
      </FillShellSlot>
      <UnreadLater words={t('unread', { count: countMark })} />
    </>
  )
}

type KeptProps = Pick<HeaderProps, 'settings' | 'named'> & { readonly onClick: () => void }

/** The network that the page names, else the last one chosen; rendered in the browser alone. */
const KeptNetwork = ({ settings, named, onClick }: KeptProps) => {
  const kept = readCookie(networkCookie, undefined)
  const chainId =
    findChainId(settings, named) ?? findChainId(settings, kept) ?? settings.defaultChainId
  const network = settings.networks.find((each) => each.chainId === chainId)
  return <NetworkButton title={network?.title ?? ''} aria-haspopup="dialog" onClick={onClick} />
}

/** What a page without the wallet knows of it, and how to load it. */
export function useWalletLayer(): Layer {
  const value = useContext(LayerContext)
  if (!value) throw new Error('useWalletLayer needs WalletLayer above it')
  return value
}

type InWalletProps = {
  /** The network that it is about. */
  readonly chainId: number
  /** Shown until the wallet is there. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** A part of a page that needs the wallet: it is there once the wallet is. */
export const InWallet = ({ chainId, fallback, children }: InWalletProps) => {
  const { show } = useWalletLayer()
  const place = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const messages = useMessages()
  useEffect(() => {
    if (!place.current) return
    // It is rendered above the page, whose texts are not known there.
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
