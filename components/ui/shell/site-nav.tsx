'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isUnder, type NavWords, navItems } from './nav-items'
import { ShellSlot } from './shell-slot'

/** The navigation in the header, from 992 px. */
export const SiteNav = ({ words }: { readonly words: NavWords }) => {
  const pathname = usePathname()
  return (
    <nav aria-label={words.main} className="hidden nav:block">
      <ul className="flex gap-1">
        {navItems.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              prefetch={false}
              aria-current={isUnder(pathname, item) ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 font-medium desk:px-4 text-ink-2 transition-colors duration-120 hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
            >
              {words[item.name]}
              {item.slot === undefined ? null : (
                <ShellSlot name={item.slot} className="empty:hidden" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
