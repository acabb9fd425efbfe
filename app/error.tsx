'use client'

import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

type Props = { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }

const ErrorPage = ({ error, reset }: Props) => (
  <div role="alert">
    <h1 className="sr-only">Something went wrong</h1>
    <EmptyState
      title="This page could not be shown"
      action={
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      }
    >
      Your orders and funds are not affected.
      {error.digest === undefined ? null : ` Reference: ${error.digest}`}
    </EmptyState>
  </div>
)

export default ErrorPage
