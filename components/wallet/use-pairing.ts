'use client'

import { useEffect, useRef, useState } from 'react'
import type { Connector } from 'wagmi'
import { onPairing } from '@/lib/client/wallet/walletconnect-connector'

/** A WalletConnect pairing in progress. */
export type Pairing = {
  /** The pairing URI; undefined until the relay returns it. */
  readonly uri: string | undefined
}

type PairingState = {
  /** Undefined while no pairing is in progress. */
  readonly pairing: Pairing | undefined
  /** Starts listening for the pairing URI of a connector. */
  readonly begin: (connector: Connector) => void
  readonly end: () => void
}

/** Tracks the pairing URI of a WalletConnect connection. */
export function usePairing(): PairingState {
  const [pairing, setPairing] = useState<Pairing>()
  const stop = useRef<() => void>(undefined)
  const begin = (connector: Connector) => {
    stop.current?.()
    setPairing({ uri: undefined })
    stop.current = onPairing(connector, (uri) => setPairing({ uri }))
  }
  const end = () => {
    stop.current?.()
    setPairing(undefined)
  }
  useEffect(() => () => stop.current?.(), [])
  return { pairing, begin, end }
}
