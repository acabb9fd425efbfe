'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Settings } from '@/lib/api/pages'
import { keepCookie, networkCookie } from '@/lib/client/kept-cookie'

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
  readonly children: ReactNode
}

/** What the pages know of this instance, and the network they show: `?chain=`, else the last one chosen. */
export const SettingsProvider = ({ settings, keptNetwork, children }: Props) => {
  const asked = useSearchParams().get('chain') ?? keptNetwork
  const [chainId, setChainId] = useState(() => {
    const isAsked = ({ chainId, name }: ServedNetwork) =>
      [String(chainId), name].includes(asked ?? '')
    return settings.networks.find(isAsked)?.chainId ?? settings.defaultChainId
  })
  const value = useMemo(() => {
    const network = settings.networks.find((n) => n.chainId === chainId) ?? settings.networks[0]
    if (!network) throw new Error('this instance serves no network')
    const selectNetwork = (next: number) => {
      setChainId(next)
      keepCookie(networkCookie, String(next))
      forgetAsked()
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

/** What the address asks for is of the network that was left: it and its tokens. */
function forgetAsked(): void {
  const url = new URL(location.href)
  for (const name of ['chain', 'sell', 'buy']) url.searchParams.delete(name)
  if (url.href !== location.href) history.replaceState(null, '', url)
}
