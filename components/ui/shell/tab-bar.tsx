'use client'

import { Ellipsis, type LucideIcon, Search, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { isUnder, type NavWords, navItems } from './nav-items'
import { PlaceLink } from './place-link'
import { ThemeToggle } from './theme-toggle'

const tabs = navItems.filter(({ place }) => place === 'tab')

const places = navItems.filter(({ place }) => place === 'more')

/** Classes of a bottom tab, link or button. */
const tabClass =
  'group relative flex h-16 w-full flex-col items-center justify-center gap-0.5 text-label font-medium text-ink-2 -outline-offset-4 focus-visible:-outline-offset-4 aria-[current]:text-ink'

/** The bottom navigation below 992 px, clear of the home indicator: four places, and the rest in a sheet. */
export const TabBar = ({ words }: { readonly words: NavWords }) => {
  const pathname = usePathname()
  return (
    <nav
      aria-label={words.main}
      data-shell=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] nav:hidden"
    >
      <ul className="mx-auto grid max-w-120 grid-cols-5">
        {tabs.map((item) => (
          <li key={item.href}>
            <PlaceLink
              href={item.href}
              aria-current={isUnder(pathname, item) ? 'page' : undefined}
              className={tabClass}
            >
              <TabFace icon={item.icon} label={words[item.name]} />
            </PlaceLink>
          </li>
        ))}
        <li>
          <MorePlaces words={words} pathname={pathname} />
        </li>
      </ul>
    </nav>
  )
}

type SheetProps = { readonly words: NavWords; readonly pathname: string }

/**
 * The tab that opens a sheet with the places that do not fit the tab bar. A native `<dialog>`, which traps and restores
 * focus and closes on Escape without further code: the shell is on pages without a message catalogue too.
 */
const MorePlaces = ({ words, pathname }: SheetProps) => {
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
            <h2 id={title} className="flex-1 font-display text-h3">
              {words.moreTitle}
            </h2>
            <IconButton label={words.close} onClick={close}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </header>
          <PlaceList words={words} pathname={pathname} onChoose={close} />
          <ThemeToggle label={words.theme} className="justify-self-center tab:hidden" />
        </div>
      </dialog>
    </>
  )
}

const placeClass =
  'flex min-h-14 items-center gap-3 rounded-well px-2 font-medium hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary'

const PlaceList = ({
  words,
  pathname,
  onChoose,
}: SheetProps & { readonly onChoose: () => void }) => (
  <ul className="grid">
    {places.map((place) => (
      <li key={place.href}>
        <PlaceLink
          href={place.href}
          onClick={onChoose}
          aria-current={isUnder(pathname, place) ? 'page' : undefined}
          className={placeClass}
        >
          <place.icon aria-hidden="true" className="size-5" />
          {words[place.name]}
        </PlaceLink>
      </li>
    ))}
    <li className="xs:hidden">
      <a href="/find" data-search="" onClick={onChoose} className={placeClass}>
        <Search aria-hidden="true" className="size-5" />
        {words.search}
      </a>
    </li>
  </ul>
)

type FaceProps = { readonly icon: LucideIcon; readonly label: string }

/** The content of a tab: its icon, highlighted for the current page, and its name. */
const TabFace = ({ icon: Icon, label }: FaceProps) => (
  <>
    <span className="grid h-7 w-14 place-items-center rounded-full transition-colors duration-200 group-aria-[current]:bg-primary-soft group-aria-[current]:text-primary">
      <Icon aria-hidden="true" className="size-5" />
    </span>
    {label}
  </>
)
