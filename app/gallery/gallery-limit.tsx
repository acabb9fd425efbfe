'use client'

import { LimitCard } from '@/components/limit/limit-card'
import { GalleryStage, type StageWallet } from './gallery-stage'
import { usdc, weth } from './sample-network'
import { Specimen, State, States } from './specimen'

const wallets: readonly StageWallet[] = ['none', 'demo', 'elsewhere', 'browser']
const pair = { sell: weth.address, buy: usdc.address }
/** The limit order form, filled in by an address and with a wallet. */
export const GalleryLimit = () => (
  <Specimen title="Limit orders">
    <States>
      {wallets.map((wallet) => (
        <State key={wallet} title={`wallet: ${wallet}`}>
          <GalleryStage wallet={wallet}>
            <LimitCard asked={{ ...pair, amount: '1.5' }} onPlaced={() => {}} />
          </GalleryStage>
        </State>
      ))}
      <State title="tokens unknown">
        <GalleryStage market="unknown">
          <LimitCard asked={{}} onPlaced={() => {}} />
        </GalleryStage>
      </State>
    </States>
  </Specimen>
)
