'use client'

import { useEffect, useRef, useState } from 'react'
import type { Connector } from 'wagmi'
import { onPairing } from '@/lib/client/wallet/on-pairing'

/** A wallet elsewhere that is to be connected. */
export type Pairing = {
  /** What it is to scan; undefined while the relay is asked for it. */
  readonly uri: string | undefined
}

type PairingState = {
  /** Undefined while none is to be connected. */
  readonly pairing: Pairing | undefined
  /** Shows what the wallet of a connector is to scan, as soon as it is known. */
  readonly begin: (connector: Connector) => void
  readonly end: () => void
}

/** Follows what a wallet elsewhere is to scan. */
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
