import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'

const AuctionNotFound = () => (
  <>
    <h1 className="sr-only">No such auction</h1>
    <EmptyState
      title="No such auction here"
      action={
        <Link href="/auctions" className={buttonClass({ variant: 'primary' })}>
          All auctions
        </Link>
      }
    >
      The number may be wrong, or no bid of the auction has been sent: bids are told once the winner
      is on its way.
    </EmptyState>
  </>
)

export default AuctionNotFound
