'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button'

type Props = {
  readonly text: string
  readonly words: { readonly copy: string; readonly copied: string; readonly failed: string }
}

/** Copies a text and confirms it for two seconds. */
export const CopyAction = ({ text, words }: Props) => {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])

  const copy = () => {
    // `clipboard` is undefined in insecure contexts: plain HTTP except localhost.
    const written =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }

  return (
    <>
      <IconButton label={words.copy} onClick={copy}>
        {state === 'copied' ? (
          <Check aria-hidden="true" className="size-4 text-primary" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
      </IconButton>
      <span role="status" className={state === 'failed' ? 'text-label text-danger' : 'sr-only'}>
        {state === 'copied' ? words.copied : null}
        {state === 'failed' ? words.failed : null}
      </span>
    </>
  )
}
