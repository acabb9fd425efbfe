'use client'

import { Search, X } from 'lucide-react'
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { IconButton } from '@/components/ui/icon-button'

type Props = {
  /** Translated on the server: the shell loads no message catalogue. */
  readonly words: Readonly<Record<'label' | 'act' | 'hint' | 'close', string>>
}

/** Whether a key press goes to a field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * Searches orders, transactions, tokens and auctions: a link to the search page that opens a dialog instead, as `/` and
 * Ctrl+K do. A native `<dialog>` and form, which need no further code.
 */
export const SiteSearch = ({ words }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [title, field, hint] = [useId(), useId(), useId()]
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isCommand && (!isSlash || isTyping(event.target))) return
      // Another dialog keeps the keys.
      if (document.querySelector('dialog[open], [role="dialog"]')) return
      event.preventDefault()
      dialog.current?.showModal()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <a
        href="/find"
        aria-label={words.label}
        aria-keyshortcuts="/ Control+K"
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          dialog.current?.showModal()
        }}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink max-tab:hidden"
      >
        <Search aria-hidden="true" className="size-5" />
        <kbd className="hidden rounded-md border border-line bg-surface px-1.5 font-sans text-label shell:inline">
          /
        </kbd>
      </a>
      <dialog
        ref={dialog}
        {...{ closedby: 'any' }}
        aria-labelledby={title}
        className="mx-auto mt-[12dvh] w-[min(36rem,calc(100%-2rem))] rounded-card border border-card-edge bg-raised p-5 text-ink shadow-pop backdrop:bg-scrim"
      >
        <form action="/find" className="grid gap-3">
          <div className="-mt-2 -mr-2 flex items-center">
            <label id={title} htmlFor={field} className="flex-1 font-medium">
              {words.label}
            </label>
            <IconButton label={words.close} onClick={() => dialog.current?.close()}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
          <div className="flex gap-2">
            <input
              id={field}
              name="q"
              type="search"
              required
              autoFocus
              autoComplete="off"
              spellCheck={false}
              aria-describedby={hint}
              className="min-h-11 min-w-0 flex-1 rounded-well border border-line-strong bg-surface px-3.5"
            />
            <button type="submit" className={buttonClass({ variant: 'primary' })}>
              {words.act}
            </button>
          </div>
          <p id={hint} className="text-label text-ink-2">
            {words.hint}
          </p>
        </form>
      </dialog>
    </>
  )
}
