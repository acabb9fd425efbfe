import { useTranslations } from 'next-intl'
import type { NavWords } from './nav-items'
import { PlaceLink } from './place-link'
import { ShellSlot } from './shell-slot'
import { SiteNav } from './site-nav'
import { ThemeToggle } from './theme-toggle'
import { WordMark } from './word-mark'

/** Word mark, navigation, wallet slot and theme; static on every page. */
export const SiteHeader = ({ words }: { readonly words: NavWords }) => {
  const t = useTranslations('shell')
  return (
    <header data-shell="">
      <div className="mx-auto flex min-h-16 max-w-310 items-center gap-1 px-3 xs:gap-2 xs:px-4 tab:min-h-20 tab:gap-6 tab:px-6">
        <PlaceLink
          href="/"
          aria-label={t('home')}
          className="relative inline-flex shrink-0 rounded-lg before:absolute before:-inset-1.5"
        >
          <WordMark />
        </PlaceLink>
        <SiteNav words={words} />
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <ShellSlot name="wallet" className="flex min-h-11 min-w-0 items-center" />
          <ThemeToggle label={t('theme')} />
        </div>
      </div>
    </header>
  )
}
