'use client'

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { ConnectDialog } from './connect-dialog'

const ConnectContext = createContext<{ readonly openConnect: () => void } | undefined>(undefined)

/** Holds the one wallet dialog of a page, so that any button can open it. */
export const ConnectProvider = ({ children }: { readonly children: ReactNode }) => {
  const [open, setOpen] = useState(false)
  const openConnect = useCallback(() => setOpen(true), [])
  const value = useMemo(() => ({ openConnect }), [openConnect])
  return (
    <ConnectContext.Provider value={value}>
      {children}
      <ConnectDialog open={open} onOpenChange={setOpen} />
    </ConnectContext.Provider>
  )
}

/** Opens the wallet dialog. */
export function useConnectDialog() {
  const value = useContext(ConnectContext)
  if (!value) throw new Error('useConnectDialog needs ConnectProvider above it')
  return value
}
