'use client'

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'

const ConnectContext = createContext<{ readonly openConnect: () => void } | undefined>(undefined)

const ConnectDialog = lazyPart(async () => (await import('./connect-dialog')).ConnectDialog)

/** Holds the one wallet dialog of a page, so that any button can open it. */
export const ConnectProvider = ({ children }: { readonly children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  const openConnect = useCallback(() => setOpen(true), [])
  const value = useMemo(() => ({ openConnect }), [openConnect])
  return (
    <ConnectContext.Provider value={value}>
      {children}
      <OnceOpen isOpen={open}>
        <ConnectDialog open={open} onOpenChange={setOpen} />
      </OnceOpen>
    </ConnectContext.Provider>
  )
}

/** Opens the wallet dialog. */
export function useConnectDialog() {
  const value = useContext(ConnectContext)
  if (!value) throw new Error('useConnectDialog needs ConnectProvider above it')
  return value
}
