'use client'

import { useState } from 'react'
import { FaucetButton } from '@/components/swap/form/faucet-button'
import { Chip } from '@/components/ui/chip'
import { NetworkSelect } from '@/components/wallet/network-select'
import { PairingCode } from '@/components/wallet/pairing-code'
import { WalletButton } from '@/components/wallet/wallet-button'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import { GalleryStage, type StageWallet } from './gallery-stage'
import { owner } from './sample-network'
import { Specimen, State, States } from './specimen'

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

const wallets: readonly StageWallet[] = ['none', 'demo', 'elsewhere', 'browser']

/** The wallet in the header, notes about unusable wallets, and pairing with a phone. */
export const GalleryWallet = () => (
  <>
    <Specimen title="Wallet">
      <Header />
      <States>
        <State title="notice">
          <GalleryStage wallet="browser">
            <WalletNotice />
          </GalleryStage>
        </State>
        <State title="not allowed">
          <GalleryStage wallet="browser">
            <WalletNotAllowed />
          </GalleryStage>
        </State>
        <State title="faucet">
          <GalleryStage wallet="demo">
            <FaucetButton account={owner} />
          </GalleryStage>
        </State>
      </States>
    </Specimen>
    <Specimen title="Connecting a phone">
      <div className="grid gap-6 tab:grid-cols-2">
        <PairingCode uri={uri} onBack={() => {}} />
        <PairingCode uri={undefined} onBack={() => {}} />
      </div>
    </Specimen>
  </>
)

/** One at a time: all wagmi stores of a page share the connections that `useDisconnect` remembers. */
const Header = () => {
  const [wallet, setWallet] = useState<StageWallet>('demo')
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {wallets.map((each) => (
          <Chip key={each} pressed={each === wallet} onClick={() => setWallet(each)}>
            {each}
          </Chip>
        ))}
      </div>
      <GalleryStage key={wallet} wallet={wallet}>
        <span className="flex items-center gap-1">
          <NetworkSelect />
          <WalletButton />
        </span>
      </GalleryStage>
    </div>
  )
}
