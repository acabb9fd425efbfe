import type { Metadata } from 'next'
import { AffiliatePanel } from '@/components/affiliate/affiliate-panel'

export const metadata: Metadata = { title: 'Rewards' }

/** Binds an affiliate code to the connected wallet and shows it. */
const AffiliatePage = () => (
  <div className="mx-auto grid max-w-120 gap-6">
    <div className="grid gap-2">
      <h1 className="text-h1">Rewards</h1>
      <p className="text-ink-2">
        Bind a code to your wallet and share it. Trades that come through it count for you.
      </p>
    </div>
    <AffiliatePanel />
  </div>
)

export default AffiliatePage
