'use client'

import { Ellipsis, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { isUnder, type NavWords, navItems } from './nav-items'
import { PlaceLink } from './place-link'
import { TabFace, tabClass } from './tab-face'

const places = navItems.filter(({ place }) => place === 'more')

type Props = { readonly words: NavWords; readonly pathname: string }

/**
 * The tab that opens a sheet with the places that do not fit the tab bar. A native `<dialog>`, which traps and restores
 * focus and closes on Escape without further code: the shell is on pages without a message catalogue too.
 */
export const MorePlaces = ({ words, pathname }: Props) => {
  const sheet = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    sheet.current?.showModal()
    setIsOpen(true)
  }
  const close = () => sheet.current?.close()
  useEffect(() => {
    const wide = matchMedia('(width >= 62rem)')
    // The tab bar is hidden at this width, and an invisible modal would still block the page.
    const hide = () => sheet.current?.close()
    wide.addEventListener('change', hide)
    return () => wide.removeEventListener('change', hide)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={places.some((place) => isUnder(pathname, place)) ? 'true' : undefined}
        onClick={open}
        className={tabClass}
      >
        <TabFace icon={Ellipsis} label={words.more} />
      </button>
      <dialog
        ref={sheet}
        {...{ closedby: 'any' }}
        aria-labelledby={title}
        onClose={() => setIsOpen(false)}
        className="mt-auto w-full max-w-none rounded-t-card border border-card-edge bg-surface p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-ink shadow-pop backdrop:bg-scrim open:animate-sheet"
      >
        <div className="mx-auto grid max-w-120 gap-1">
          <header className="flex items-center pl-2">
            <h2 id={title} className="flex-1 text-h3">
              {words.moreTitle}
            </h2>
            <IconButton label={words.close} onClick={close}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </header>
          <PlaceList words={words} pathname={pathname} onChoose={close} />
        </div>
      </dialog>
    </>
  )
}

const PlaceList = ({ words, pathname, onChoose }: Props & { readonly onChoose: () => void }) => (
  <ul className="grid">
    {places.map((place) => (
      <li key={place.href}>
        <PlaceLink
          href={place.href}
          onClick={onChoose}
          aria-current={isUnder(pathname, place) ? 'page' : undefined}
          className="flex min-h-14 items-center gap-3 rounded-well px-2 font-medium hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
        >
          <place.icon aria-hidden="true" className="size-5" />
          {words[place.name]}
        </PlaceLink>
      </li>
    ))}
  </ul>
)
