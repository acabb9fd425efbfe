'use client'

import { useState } from 'react'
import type { Connector } from 'wagmi'
import { pairingMessage } from '@/lib/client/wallet/walletconnect-connector'

/** A wallet elsewhere that is to be connected. */
export type Pairing = {
  /** What it is to scan; undefined while the relay is asked for it. */
  readonly uri: string | undefined
}

type PairingDesk = {
  /** Undefined while none is to be connected. */
  readonly pairing: Pairing | undefined
  /** Shows what the wallet of a connector is to scan, as soon as it is known. */
  readonly begin: (connector: Connector) => void
  readonly end: () => void
}

/** Follows what a wallet elsewhere is to scan. */
export function usePairing(): PairingDesk {
  const [pairing, setPairing] = useState<Pairing>()
  const begin = ({ emitter }: Connector) => {
    setPairing({ uri: undefined })
    emitter.on('message', ({ type, data }) => {
      // Whoever went back meanwhile is shown no code.
      if (type === pairingMessage) setPairing((open) => open && { uri: String(data) })
    })
  }
  return { pairing, begin, end: () => setPairing(undefined) }
}
