import { Bell } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PageMessages } from '@/components/i18n/page-messages'
import { LogoMark } from '@/components/ui/logo-mark'
import type { Settings } from '@/lib/api/docs/pages'
import { type NavWords, navItems } from './nav-items'
import { PlaceLink } from './place-link'
import { ShellSlot } from './shell-slot'
import { SiteNav } from './site-nav'
import { SiteSearch } from './site-search'
import { ThemeToggle } from './theme-toggle'

type Props = {
  readonly words: NavWords
  /** The served networks, for the search. */
  readonly networks: Settings['networks']
  /** What is likely to fill the header's slots. */
  readonly previews: { readonly network: ReactNode; readonly wallet: ReactNode }
}

/** Word mark, navigation, search, network, inbox, wallet and theme; the same on every page. */
export const SiteHeader = ({ words, networks, previews }: Props) => {
  const t = useTranslations('shell')
  return (
    <header data-shell="" className="group/header">
      <div className="mx-auto flex min-h-16 max-w-324 items-center gap-2 px-4 tab:min-h-18 tab:gap-4 tab:px-6">
        <PlaceLink
          href="/"
          aria-label={t('home')}
          className="relative inline-flex shrink-0 rounded-lg before:absolute before:-inset-1.5"
        >
          <WordMark />
        </PlaceLink>
        <SiteNav words={words} />
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <PageMessages sections={['search', 'ui']}>
            <SiteSearch
              networks={networks.map(viewNetwork)}
              pages={[
                ...navItems.map(({ name, href }) => ({ title: words[name], href })),
                { title: t('nav.notifications'), href: '/notifications' },
              ]}
            />
          </PageMessages>
          <ShellSlot
            name="network"
            preview={previews.network}
            className="flex min-h-11 min-w-0 items-center"
          />
          <PlaceLink
            href="/notifications"
            // Without an account there is no inbox; a phone needs the room for the network's name. A replaced preview of
            // the connect button is hidden, but still there: it does not count.
            className="relative inline-grid size-11 shrink-0 place-items-center rounded-full text-ink-2 transition-colors duration-120 hover:bg-sunken hover:text-ink max-tab:group-has-[[data-connect]:not([inert]:not(:last-child)_*)]/header:hidden"
          >
            <Bell aria-hidden="true" className="size-5" />
            <span className="sr-only">{t('nav.notifications')}</span>
            <ShellSlot name="inbox-count" className="absolute top-0 right-0" />
          </PlaceLink>
          <ShellSlot
            name="wallet"
            preview={previews.wallet}
            className="flex min-h-11 shrink-0 items-center"
          />
          <ThemeToggle label={t('theme')} className="-mr-3 max-tab:hidden" />
        </div>
      </div>
    </header>
  )
}

/** What the search needs of a network. */
const viewNetwork = (network: Settings['networks'][number]) => {
  const { chainId, name, title, wrappedNative, usdToken, nativeSymbol } = network
  return { chainId, name, title, wrappedNative, usdToken, nativeSymbol }
}

/** The logo: two slips whose overlap is the trade both owners want. */
const WordMark = () => (
  <span className="inline-flex items-center gap-2.5">
    <LogoMark className="size-8" />
    <span className="hidden font-display text-[1.375rem] leading-8 font-semibold tracking-[-0.02em] tab:inline nav:hidden desk:inline">
      Coincide
    </span>
  </span>
)
