import type { Metadata } from 'next'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'

export const metadata: Metadata = { title: 'Not found' }

const NotFound = () => (
  <>
    <h1 className="sr-only">Not found</h1>
    <EmptyState
      title="This slip does not exist"
      action={
        <Link href="/" className={buttonClass({ variant: 'primary' })}>
          Go to swap
        </Link>
      }
    >
      The address may be mistyped, or the page has moved.
    </EmptyState>
  </>
)

export default NotFound
