'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Settings } from '@/lib/api/docs/pages'
import { keepCookie, networkCookie, readCookie } from '@/lib/client/kept-cookie'
import { findChainId } from './find-chain-id'
import { useSearchState } from './use-search-state'

/** A network that this instance serves. */
export type ServedNetwork = Settings['networks'][number]

type AppSettings = {
  readonly settings: Settings
  /** The network the pages show; independent of the wallet's. */
  readonly network: ServedNetwork
  readonly selectNetwork: (chainId: number) => void
}

const SettingsContext = createContext<AppSettings | undefined>(undefined)

type Props = {
  readonly settings: Settings
  /** The last network chosen, as the request's cookie has it. */
  readonly keptNetwork?: string | undefined
  /** The network that the page is about, by its name or chain id; shown until another one is chosen. */
  readonly named?: string | undefined
  readonly children: ReactNode
}

/**
 * What the pages know of this instance, and the network they show: `?chain=`, else the last one chosen. One that only a
 * link has chosen is kept by the addresses of the pages that follow, and by nothing else.
 */
export const SettingsProvider = ({ settings, keptNetwork, named, children }: Props) => {
  const asked = useSearchParams().get('chain') ?? named
  const [chosenId, setChosenId] = useState(
    // A page that is gone back to comes as it was made, before a choice that was made on it.
    () => findChainId(settings, readCookie(networkCookie, keptNetwork)) ?? settings.defaultChainId,
  )
  const [chainId, setChainId] = useState(() => findChainId(settings, asked) ?? chosenId)
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
      keepCookie(networkCookie, String(next))
      forgetAsked()
    }
    return { settings, network, selectNetwork }
  }, [settings, chainId])
  useNamedNetwork(chainId === chosenId ? undefined : value.network.name)
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>
}

/** Names a network in the address of whichever page is shown, where it names none. */
function useNamedNetwork(name: string | undefined): void {
  const { search, change } = useSearchState()
  const isMissing = name !== undefined && search.get('chain') === null
  useEffect(() => {
    if (isMissing) change({ chain: name })
  }, [isMissing, name, change])
}

/** Shows its children on a network of their own, whichever the header shows. */
export const OnNetwork = ({
  chainId,
  children,
}: {
  readonly chainId: number
  readonly children: ReactNode
}) => {
  const shown = useSettings()
  const network = shown.settings.networks.find((each) => each.chainId === chainId)
  const value = useMemo(() => (network ? { ...shown, network } : shown), [shown, network])
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>
}

/** The instance's settings and the network that is shown. */
export function useSettings(): AppSettings {
  const value = useContext(SettingsContext)
  if (!value) throw new Error('useSettings needs SettingsProvider above it')
  return value
}

/** What the address asks for is of the network that was left: it and its tokens. */
function forgetAsked(): void {
  const url = new URL(location.href)
  for (const name of ['chain', 'sell', 'buy']) url.searchParams.delete(name)
  if (url.href !== location.href) history.replaceState(null, '', url)
}
