'use client'

import { PairingCode } from '@/components/wallet/pairing-code'
import { Specimen } from './specimen'

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

/** What a wallet on a phone scans, and before it is there. */
export const GalleryWallet = () => (
  <Specimen title="Connecting a phone">
    <div className="grid gap-6 tab:grid-cols-2">
      <PairingCode uri={uri} onBack={() => {}} />
      <PairingCode uri={undefined} onBack={() => {}} />
    </div>
  </Specimen>
)
