'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import de from '@/messages/de/errors.json'
import en from '@/messages/en/errors.json'

/** The props of Next.js error boundaries. */
export type PageFailure = {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** Shown if a page fails to render; offers a retry. */
export const ErrorPage = ({ error, reset }: PageFailure) => {
  const router = useRouter()
  // The provider of the texts may itself have failed.
  const words = typeof document !== 'undefined' && document.documentElement.lang === 'de' ? de : en
  const word = (name: keyof typeof en) => words[name]
  const retry = () => {
    // A chunk that failed to load is only requested again by a page reload.
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
      <EmptyState
        level={1}
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
