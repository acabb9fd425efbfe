'use client'

import { usePathname } from 'next/navigation'
import { isUnder, type NavWords, navItems } from './nav-items'
import { PlaceLink } from './place-link'
import { ShellSlot } from './shell-slot'

/** The navigation in the header, from 992 px. */
export const SiteNav = ({ words }: { readonly words: NavWords }) => {
  const pathname = usePathname()
  return (
    <nav aria-label={words.main} className="hidden nav:block">
      <ul className="flex gap-1">
        {navItems.map((item) => (
          <li key={item.href}>
            <PlaceLink
              href={item.href}
              prefetch={false}
              aria-current={isUnder(pathname, item) ? 'page' : undefined}
              className="relative inline-flex min-h-11 items-center rounded-full px-2.5 font-medium whitespace-nowrap text-ink-2 shell:px-3 transition-colors duration-120 hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:text-ink"
            >
              {words[item.name]}
              {item.slot === undefined ? null : (
                <ShellSlot name={item.slot} className="absolute top-0 -right-2" />
              )}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
