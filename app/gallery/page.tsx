import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageMessages } from '@/components/i18n/page-messages'
import { GalleryControls } from './gallery-controls'
import { GalleryOverlays } from './gallery-overlays'
import { GalleryPaper } from './gallery-paper'
import { GallerySwap } from './gallery-swap'
import { GalleryWallet } from './gallery-wallet'

export const metadata: Metadata = { title: 'Gallery', robots: { index: false } }

const isShown = process.env.NODE_ENV === 'development' || process.env.GALLERY === 'true'

/** Every primitive in every state, for looking at; not part of a production build. */
const GalleryPage = () => {
  if (!isShown) notFound()
  return (
    <PageMessages sections={['swap', 'ui', 'wallet']}>
      <div className="grid grid-cols-1 gap-12">
        <h1 className="text-h1">Gallery</h1>
        <GallerySwap />
        <GalleryPaper />
        <GalleryControls />
        <GalleryOverlays />
        <GalleryWallet />
      </div>
    </PageMessages>
  )
}

export default GalleryPage
