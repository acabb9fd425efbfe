'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { embedPath } from '@/lib/core/page-paths'

type Props = {
  /** Translated on the server: the layout sends no catalogue. */
  readonly words: Readonly<Record<'elsewhere' | 'open', string>>
  readonly children: ReactNode
}

/**
 * Keeps a host page's frame on the card: links open in a new tab, and no other page is rendered in it. The policy of those
 * pages forbids frames, but client-side navigation would not ask for it.
 */
export const EmbedFrame = ({ words, children }: Props) => {
  const pathname = usePathname()
  useEffect(() => {
    document.addEventListener('click', openOutside, true)
    return () => document.removeEventListener('click', openOutside, true)
  }, [])
  if (pathname === embedPath) return children
  return (
    <EmptyState
      title={words.elsewhere}
      action={
        <a href={pathname} target="_blank" rel="noopener" className={buttonClass()}>
          {words.open}
        </a>
      }
    />
  )
}

function openOutside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || !/^https?:$/.test(link.protocol)) return
  const isAnchor = link.hash !== '' && link.pathname === location.pathname
  if (isAnchor) return
  event.preventDefault()
  event.stopPropagation()
  open(link.href, '_blank', 'noopener')
}
