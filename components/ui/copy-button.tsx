'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button'

type Props = {
  readonly text: string
  /** What is copied, such as "address": "Copy address". */
  readonly what: string
}

/** Copies a text and says so for two seconds. */
export const CopyButton = ({ text, what }: Props) => {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = () => {
    // Missing on plain http away from localhost.
    const written =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }

  return (
    <>
      <IconButton label={`Copy ${what}`} onClick={copy}>
        {state === 'copied' ? (
          <Check aria-hidden="true" className="size-4 text-primary" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
      </IconButton>
      <span role="status" className={state === 'failed' ? 'text-label text-danger' : 'sr-only'}>
        {state === 'copied' ? 'Copied' : null}
        {state === 'failed' ? 'Could not copy' : null}
      </span>
    </>
  )
}
