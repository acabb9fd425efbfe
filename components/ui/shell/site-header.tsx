import Link from 'next/link'
import { ShellSlot } from './shell-slot'
import { SiteNav } from './site-nav'
import { ThemeToggle } from './theme-toggle'
import { WordMark } from './word-mark'

/** Banner slot, word mark, navigation, wallet slot and theme; static on every page. */
export const SiteHeader = () => (
  <header data-shell="">
    <ShellSlot name="banner" className="block" />
    <div className="mx-auto flex min-h-16 max-w-310 items-center gap-2 px-4 tab:min-h-20 tab:gap-6 tab:px-6">
      <Link href="/" aria-label="Coincide, home" className="inline-flex rounded-lg">
        <WordMark />
      </Link>
      <SiteNav />
      <div className="ml-auto flex items-center gap-1">
        <ShellSlot name="wallet" className="flex min-h-11 items-center" />
        <ThemeToggle />
      </div>
    </div>
  </header>
)
