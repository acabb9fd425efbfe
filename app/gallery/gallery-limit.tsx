'use client'

import { LimitCard } from '@/components/limit/limit-card'
import { LimitRail } from '@/components/limit/limit-rail'
import { Slip } from '@/components/ui/slip'
import { GalleryStage, type StageWallet } from './gallery-stage'
import { usdc, weth } from './sample-network'
import { Specimen, State, States } from './specimen'

const wallets: readonly StageWallet[] = ['none', 'demo', 'elsewhere', 'browser']
const pair = { sell: weth.address, buy: usdc.address }
const sellAmount = 1_500_000_000_000_000_000n
/** The market's output for it. */
const market = { bought: 4_812_070_000n, sold: sellAmount }

const limits = [
  ['above the market', 5_000_000_000n],
  ['at the market', 4_812_070_000n],
  ['below the market', 4_500_000_000n],
] as const

/** The limit order form, filled in by an address and with a wallet, and its price scale. */
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
      {limits.map(([title, buyAmount]) => (
        <State key={title} title={`rail: ${title}`}>
          <Slip aria-label="Price" className="p-5">
            <LimitRail
              terms={{ sellAmount, buyAmount }}
              limit={{ market: { ratio: market } }}
              buyToken={usdc}
            />
          </Slip>
        </State>
      ))}
    </States>
  </Specimen>
)
