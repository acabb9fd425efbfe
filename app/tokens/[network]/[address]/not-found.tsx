import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'

const TokenNotFound = () => (
  <>
    <h1 className="sr-only">No such token</h1>
    <EmptyState
      title="No such token here"
      action={
        <Link href="/tokens" className={buttonClass({ variant: 'primary' })}>
          All tokens
        </Link>
      }
    >
      No token contract answers at this address on a network that this service trades on.
    </EmptyState>
  </>
)

export default TokenNotFound
