'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import type { SearchNetwork } from '@/components/search/search-dialog'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import type { NamedPage } from '@/lib/client/search/search-places'

const SearchDialog = lazyPart(
  async () => (await import('@/components/search/search-dialog')).SearchDialog,
)

/** Whether a key press goes to a field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

type Props = {
  readonly networks: readonly SearchNetwork[]
  /** The pages of the navigation, and others without a place there. */
  readonly pages: readonly NamedPage[]
}

/**
 * Searches everything: a link to the search page that opens a dialog instead, as `/` and Ctrl+K do. Phones have no room
 * for it; the sheet of the tab bar has another `a[data-search]`.
 */
export const SiteSearch = ({ networks, pages }: Props) => {
  const t = useTranslations('search')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isCommand && (!isSlash || isTyping(event.target))) return
      // Another dialog keeps the keys.
      if (document.querySelector('dialog[open], [role="dialog"]')) return
      event.preventDefault()
      setOpen(true)
    }
    const onClick = (event: MouseEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
      if (!isPlain || !(event.target as Element).closest('a[data-search]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return (
    <>
      <a
        href="/find"
        aria-label={t('title')}
        aria-keyshortcuts="/ Control+K"
        data-search=""
        className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink max-xs:hidden"
      >
        <Search aria-hidden="true" className="size-5" />
        <kbd className="hidden rounded-md border border-line bg-surface px-1.5 font-sans text-label shell:inline">
          /
        </kbd>
      </a>
      <OnceOpen isOpen={isOpen}>
        <SearchDialog networks={networks} pages={pages} open={isOpen} onOpenChange={setOpen} />
      </OnceOpen>
    </>
  )
}
