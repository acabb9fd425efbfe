'use client'

import { usePathname } from 'next/navigation'
import { MorePlaces } from './more-places'
import { isUnder, type NavWords, navItems } from './nav-items'
import { PlaceLink } from './place-link'
import { ShellSlot } from './shell-slot'
import { TabFace, tabClass } from './tab-face'

const tabs = navItems.filter(({ place }) => place === 'tab')

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
              prefetch={false}
              aria-current={isUnder(pathname, item) ? 'page' : undefined}
              className={tabClass}
            >
              <TabFace icon={item.icon} label={words[item.name]} />
              {item.slot === undefined ? null : (
                <ShellSlot name={item.slot} className="absolute top-1.5 left-1/2 ml-2" />
              )}
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
