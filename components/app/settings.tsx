'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Settings } from '@/lib/api/pages'

/** A network that this instance serves. */
export type ServedNetwork = Settings['networks'][number]

type AppSettings = {
  readonly settings: Settings
  /** The network the pages show; independent of the wallet's. */
  readonly network: ServedNetwork
  readonly selectNetwork: (chainId: number) => void
}

const SettingsContext = createContext<AppSettings | undefined>(undefined)
const storageKey = 'coincide.network'

type Props = { readonly settings: Settings; readonly children: ReactNode }

/** What the pages know of this instance, and the network they show: `?chain=`, else the last one chosen. */
export const SettingsProvider = ({ settings, children }: Props) => {
  const [chainId, setChainId] = useState(settings.defaultChainId)
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('chain') ?? readStored()
    const found = settings.networks.find(
      (network) => String(network.chainId) === asked || network.name === asked,
    )
    if (found) setChainId(found.chainId)
  }, [settings])
  const value = useMemo(() => {
    const network = settings.networks.find((n) => n.chainId === chainId) ?? settings.networks[0]
    if (!network) throw new Error('this instance serves no network')
    const selectNetwork = (next: number) => {
      setChainId(next)
      localStorage.setItem(storageKey, String(next))
    }
    return { settings, network, selectNetwork }
  }, [settings, chainId])
  return <SettingsContext.Provider value={value}>{children}</SettingsContext.Provider>
}

/** The instance's settings and the network that is shown. */
export function useSettings(): AppSettings {
  const value = useContext(SettingsContext)
  if (!value) throw new Error('useSettings needs SettingsProvider above it')
  return value
}

/** Storage may be closed to the page (private windows); then the choice lasts as long as the page. */
function readStored(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
