import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageMessages } from '@/components/i18n/page-messages'
import { GalleryControls } from './gallery-controls'
import { GalleryLimit } from './gallery-limit'
import { GalleryLists } from './gallery-lists'
import { GalleryOrders } from './gallery-orders'
import { GalleryOverlays } from './gallery-overlays'
import { GalleryPaper } from './gallery-paper'
import { GalleryReview } from './gallery-review'
import { GallerySchedule } from './gallery-schedule'
import { GallerySettings } from './gallery-settings'
import { GallerySwap } from './gallery-swap'
import { GalleryTokens } from './gallery-tokens'
import { GalleryWallet } from './gallery-wallet'

export const metadata: Metadata = { title: 'Gallery', robots: { index: false } }

const isShown = process.env.NODE_ENV === 'development' || process.env.GALLERY === 'true'

const sections = [
  ...(['account', 'affiliate', 'limit', 'notifications', 'orders', 'portfolio'] as const),
  ...(['referral', 'schedule', 'swap', 'tokens', 'ui', 'wallet'] as const),
]

/** Every component in every state, for visual review; not part of a production build. */
const GalleryPage = () => {
  if (!isShown) notFound()
  return (
    <PageMessages sections={sections}>
      <div className="grid grid-cols-1 gap-12">
        <h1 className="text-h1">Gallery</h1>
        <GalleryPaper />
        <GalleryControls />
        <GalleryOverlays />
        <GallerySwap />
        <GallerySettings />
        <GalleryReview />
        <GalleryOrders />
        <GalleryLimit />
        <GallerySchedule />
        <GalleryTokens />
        <GalleryLists />
        <GalleryWallet />
      </div>
    </PageMessages>
  )
}

export default GalleryPage
