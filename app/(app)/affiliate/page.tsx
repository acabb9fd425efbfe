import type { Metadata } from 'next'
import { AffiliatePanel } from '@/components/affiliate/affiliate-panel'

export const metadata: Metadata = { title: 'Rewards' }

/** Binds an affiliate code to the connected wallet, and shows what it has brought. */
const AffiliatePage = () => (
  <div className="grid grid-cols-1 gap-6">
    <div className="mx-auto grid w-full max-w-120 gap-2 desk:max-w-none">
      <h1 className="text-h1">Rewards</h1>
      <p className="max-w-2xl text-ink-2">
        Bind a code to your wallet and share its link. What others trade through it earns rewards
        for you and for them.
      </p>
    </div>
    <AffiliatePanel />
  </div>
)

export default AffiliatePage
