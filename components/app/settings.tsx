'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Settings } from '@/lib/api/docs/pages'
import { networkCookie, readCookie, writeCookie } from '@/lib/client/cookies'
import { findChainId } from './find-chain-id'
import { useSearchState } from './use-search-state'

/** A network served by this instance. */
export type ServedNetwork = Settings['networks'][number]

type AppSettings = {
  readonly settings: Settings
  /** The network that the pages show; independent of the wallet's. */
  readonly network: ServedNetwork
  /** Whether that is the selected one, and not that of a part of the page on another network. */
  readonly isSelected: boolean
  readonly selectNetwork: (chainId: number) => void
}

const SettingsContext = createContext<AppSettings | undefined>(undefined)

type Props = {
  readonly settings: Settings
  /** The last selected network from the request's cookie. */
  readonly storedNetwork?: string | undefined
  /** The network of the page's subject, by its name or chain id; shown until the user selects another one. */
  readonly named?: string | undefined
  readonly children: ReactNode
}

/**
 * Provides this instance's settings and the current network: `?chain=`, else the last selected one. A network that came
 * from a link only is kept in the address of the following pages, and is not stored.
 */
export const SettingsProvider = ({ settings, storedNetwork, named, children }: Props) => {
  const requested = useSearchParams().get('chain') ?? named
  const [chosenId, setChosenId] = useState(
    // A page restored by the back button was rendered before the current selection.
    () =>
      findChainId(settings, readCookie(networkCookie, storedNetwork)) ?? settings.defaultChainId,
  )
  const [chainId, setChainId] = useState(() => findChainId(settings, requested) ?? chosenId)
  const [before, setBefore] = useState(named)
  if (named !== before) {
    setBefore(named)
    setChainId(findChainId(settings, named) ?? chosenId)
  }
  const value = useMemo(() => {
    const network = settings.networks.find((n) => n.chainId === chainId) ?? settings.networks[0]
    if (!network) throw new Error('this instance serves no network')
    const selectNetwork = (next: number) => {
      setChainId(next)
      setChosenId(next)
      writeCookie(networkCookie, String(next))
      dropLinkParams()
    }
    return { settings, network, isSelected: true, selectNetwork }
  }, [settings, chainId])
  useNamedNetwork(chainId === chosenId ? undefined : value.network.name)
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>
}

/** Adds the network to the page's address unless it is there. */
function useNamedNetwork(name: string | undefined): void {
  const { search, change } = useSearchState()
  const isMissing = name !== undefined && search.get('chain') === null
  useEffect(() => {
    if (isMissing) change({ chain: name })
  }, [isMissing, name, change])
}

/** Renders its children on a given network, regardless of the header's selection. */
export const OnNetwork = ({
  chainId,
  children,
}: {
  readonly chainId: number
  readonly children: ReactNode
}) => {
  const shown = useSettings()
  const network = shown.settings.networks.find((each) => each.chainId === chainId)
  const value = useMemo(() => {
    if (!network) return shown
    return { ...shown, network, isSelected: shown.isSelected && network === shown.network }
  }, [shown, network])
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>
}

/** Returns the instance's settings and the current network. */
export function useSettings(): AppSettings {
  const value = useContext(SettingsContext)
  if (!value) throw new Error('useSettings needs SettingsProvider above it')
  return value
}

/** Parameters of a form's tokens, which belong to one network, and of amounts and prices in them. */
const pairParams = ['sell', 'buy', 'amount', 'kind', 'receive', 'price', 'per']

/** Drops the parameters of the previous network's form. */
function dropLinkParams(): void {
  const url = new URL(location.href)
  for (const name of ['chain', ...pairParams]) url.searchParams.delete(name)
  if (url.href !== location.href) history.replaceState(null, '', url)
}
