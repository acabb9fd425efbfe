'use client'

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'

const ConnectContext = createContext<{ readonly openConnect: () => void } | undefined>(undefined)

const ConnectDialog = lazyPart(async () => (await import('./connect-dialog')).ConnectDialog)

type Props = {
  /** Whether the dialog is initially open. */
  readonly startsOpen?: boolean
  readonly children: ReactNode
}

/** Provides the page's single wallet dialog, so that any button can open it. */
export const ConnectProvider = ({ startsOpen = false, children }: Props) => {
  const [open, setOpen] = useState(startsOpen)
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

/** Returns a function that opens the wallet dialog. */
export function useConnectDialog() {
  const value = useContext(ConnectContext)
  if (!value) throw new Error('useConnectDialog needs ConnectProvider above it')
  return value
}
