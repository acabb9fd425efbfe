'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isUnder, type NavWords, navItems } from './nav-items'
import { ShellSlot } from './shell-slot'

const tabs = navItems.filter(({ only }) => only !== 'header')

/** The navigation at the bottom edge below 992 px, clear of the home indicator. */
export const TabBar = ({ words }: { readonly words: NavWords }) => {
  const pathname = usePathname()
  return (
    <nav
      aria-label={words.main}
      data-shell=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] nav:hidden"
    >
      <ul className="flex">
        {tabs.map((item) => (
          <li key={item.href} className="flex-1">
            <Link
              href={item.href}
              aria-current={isUnder(pathname, item) ? 'page' : undefined}
              className="group relative flex h-16 flex-col items-center justify-center gap-0.5 text-label font-medium text-ink-2 -outline-offset-4 focus-visible:-outline-offset-4 aria-[current=page]:text-ink"
            >
              <span className="grid h-7 w-14 place-items-center rounded-full transition-colors duration-200 group-aria-[current=page]:bg-primary-soft group-aria-[current=page]:text-primary">
                <item.icon aria-hidden="true" className="size-5" />
              </span>
              {words[item.name]}
              {item.slot === undefined ? null : (
                <ShellSlot name={item.slot} className="absolute top-1.5 left-1/2 ml-2" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
