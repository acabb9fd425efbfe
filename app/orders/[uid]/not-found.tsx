import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'

const OrderNotFound = () => (
  <>
    <h1 className="sr-only">No such order</h1>
    <EmptyState
      title="No such order here"
      action={
        <Link href="/orders" className={buttonClass({ variant: 'primary' })}>
          Your orders
        </Link>
      }
    >
      The id may be incomplete, or the order was given to another service.
    </EmptyState>
  </>
)

export default OrderNotFound
