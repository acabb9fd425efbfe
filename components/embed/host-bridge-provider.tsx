'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { HostBridge } from '@/lib/client/embed/host-bridge'

const HostBridgeContext = createContext<HostBridge | undefined>(undefined)

type Props = {
  /** Undefined on the server and if the page is not in a frame. */
  readonly bridge: HostBridge | undefined
  readonly children: ReactNode
}

/** Provides the connection to the page that embeds the card. */
export const HostBridgeProvider = ({ bridge, children }: Props) => (
  <HostBridgeContext.Provider value={bridge}>{children}</HostBridgeContext.Provider>
)

/** Returns the connection to the page that embeds the card; undefined elsewhere. */
export const useHostBridge = (): HostBridge | undefined => useContext(HostBridgeContext)

const watchNothing = () => () => {}

/** Returns whether a page embeds the card and has a wallet for it. */
export function useHasHostWallet(): boolean {
  const bridge = useHostBridge()
  return useSyncExternalStore(
    bridge?.watch ?? watchNothing,
    () => bridge?.hasWallet() ?? false,
    () => false,
  )
}
