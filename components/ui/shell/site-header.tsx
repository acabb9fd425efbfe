import { Bell } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { LogoMark } from '@/components/ui/logo-mark'
import type { NavWords } from './nav-items'
import { PlaceLink } from './place-link'
import { ShellSlot } from './shell-slot'
import { SiteNav } from './site-nav'
import { SiteSearch } from './site-search'
import { ThemeToggle } from './theme-toggle'

/** Word mark, navigation, search, network, inbox, wallet and theme; the same on every page. */
export const SiteHeader = ({ words }: { readonly words: NavWords }) => {
  const t = useTranslations('shell')
  return (
    <header data-shell="">
      <div className="mx-auto flex min-h-16 max-w-324 items-center gap-2 px-4 tab:min-h-18 tab:gap-4 tab:px-6">
        <PlaceLink
          href="/"
          aria-label={t('home')}
          className="relative inline-flex shrink-0 rounded-lg before:absolute before:-inset-1.5"
        >
          <WordMark />
        </PlaceLink>
        <SiteNav words={words} />
        <div className="ml-auto flex min-w-0 items-center gap-1 tab:gap-2">
          <SiteSearch
            words={{
              label: t('find.label'),
              act: t('find.act'),
              hint: t('find.hint'),
              close: t('close'),
            }}
          />
          <ShellSlot name="network" className="flex min-h-11 min-w-0 items-center" />
          <PlaceLink
            href="/notifications"
            prefetch={false}
            className="relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink"
          >
            <Bell aria-hidden="true" className="size-5" />
            <span className="sr-only">{t('nav.notifications')}</span>
            <ShellSlot name="inbox-count" className="absolute top-0 right-0" />
          </PlaceLink>
          <ShellSlot name="wallet" className="flex min-h-11 shrink-0 items-center" />
          <ThemeToggle label={t('theme')} className="-mr-3 max-tab:hidden" />
        </div>
      </div>
    </header>
  )
}

const WordMark = () => (
  <span className="inline-flex items-center gap-2.5">
    <LogoMark className="size-8" />
    <span className="hidden font-display text-[1.375rem] leading-8 font-semibold tracking-[-0.02em] tab:inline nav:hidden desk:inline">
      Coincide
    </span>
  </span>
)
