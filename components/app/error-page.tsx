'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import de from '@/messages/de/errors.json'
import en from '@/messages/en/errors.json'

/** What a page is told of what stopped it. */
export type PageFailure = {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** What stands where a page could not be shown: nothing is lost, and the server is asked again. */
export const ErrorPage = ({ error, reset }: PageFailure) => {
  const router = useRouter()
  // Whatever gives pages their texts may be what failed.
  const words = typeof document !== 'undefined' && document.documentElement.lang === 'de' ? de : en
  const word = (name: keyof typeof en) => words[name]
  const retry = () => {
    // What could not be loaded once, such as a part of the page, is tried again by loading the page alone.
    if (error.name === 'ChunkLoadError') location.reload()
    else if (navigator.onLine)
      startTransition(() => {
        router.refresh()
        reset()
      })
  }
  return (
    <div role="alert">
      <title>{`${word('name')} · Coincide`}</title>
      <h1 className="sr-only">{word('name')}</h1>
      <EmptyState
        title={word('title')}
        action={
          <Button variant="primary" onClick={retry}>
            {word('again')}
          </Button>
        }
      >
        <p>{word('text')}</p>
        {error.digest === undefined ? null : (
          <p className="mt-2">
            {word('reference')} <span className="font-mono text-code">{error.digest}</span>
          </p>
        )}
      </EmptyState>
    </div>
  )
}
