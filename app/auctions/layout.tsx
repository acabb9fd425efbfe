import type { ReactNode } from 'react'
import { UnreadAlone } from '@/components/notifications/unread-alone'

/** Pages of auctions need no wallet. */
const AuctionsLayout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <UnreadAlone />
    {children}
  </>
)

export default AuctionsLayout
