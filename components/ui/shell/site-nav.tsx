'use client'

import { usePathname } from 'next/navigation'
import { isUnder, type NavWords, navItems } from './nav-items'
import { PlaceLink } from './place-link'

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
              aria-current={isUnder(pathname, item) ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-xl px-2.5 font-medium whitespace-nowrap text-ink-2 shell:px-3 transition-colors duration-120 hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:text-ink"
            >
              {words[item.name]}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
