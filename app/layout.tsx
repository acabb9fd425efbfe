import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { findChainId } from '@/components/app/find-chain-id'
import { OfflineNotice } from '@/components/app/offline-notice'
import { OfflineWorker } from '@/components/app/offline-worker'
import { WalletLayer } from '@/components/app/wallet-layer'
import { EmbedFrame } from '@/components/embed/embed-frame'
import { PageMessages } from '@/components/i18n/page-messages'
import { ReferralCapture } from '@/components/referral/referral-capture'
import { captureWords } from '@/components/referral/referral-words'
import { SiteFooter } from '@/components/ui/shell/site-footer'
import { SiteHeader } from '@/components/ui/shell/site-header'
import { StyleNonce } from '@/components/ui/shell/style-nonce'
import { TabBar } from '@/components/ui/shell/tab-bar'
import { Toaster } from '@/components/ui/toast'
import { AccountButton, ConnectButton } from '@/components/wallet/account-button'
import { NetworkButton } from '@/components/wallet/network-button'
import { describeInstance } from '@/lib/api/docs/pages'
import { asTheme, networkCookie, themeCookie } from '@/lib/client/cookies'
import { readStoredAccount } from '@/lib/client/wallet/connectors/stored-account'
import { getContext } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { embedHeader } from '@/lib/core/page-paths'
import { displayFont, monoFont, uiFont } from './fonts'
import { servedNetwork } from './served-network'
import './globals.css'

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations('shell')
  return {
    title: { default: 'Coincide', template: '%s · Coincide' },
    description: t('description'),
    // Browsers lay an SVG icon out on the page's thread while the page loads.
    icons: { icon: '/icon.png' },
    manifest: '/manifest.json',
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f1ea' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1210' },
  ],
}

const fonts = `${displayFont.variable} ${uiFont.variable} ${monoFont.variable}`

/** The shell of the embedded card: neither navigation nor settings. */
const EmbeddedShell = async ({ children }: { readonly children: ReactNode }) => {
  const t = await getTranslations('shell')
  const tEmbed = await getTranslations('embed')
  return (
    <>
      <OfflineNotice>{t('offline')}</OfflineNotice>
      <main id="content" tabIndex={-1} className="outline-transparent">
        <EmbedFrame words={{ elsewhere: tEmbed('elsewhere'), open: tEmbed('openHere') }}>
          {children}
        </EmbedFrame>
      </main>
      <Toaster words={{ region: t('messages'), dismiss: t('dismiss') }} />
      <ReferralCapture words={captureWords(await getTranslations('referral'))} />
    </>
  )
}

/** Every page is dynamic: the nonce of the Content-Security-Policy is new in each answer. */
const RootLayout = async ({ children }: { readonly children: ReactNode }) => {
  const request = await headers()
  const nonce = request.get('x-nonce')
  const stored = await cookies()
  const theme = asTheme(stored.get(themeCookie)?.value)
  const locale = await getLocale()
  const { config } = getContext()
  const settings = describeInstance(config)
  const network = getNetwork(settings.defaultChainId)
  const t = await getTranslations('shell')
  const embedTheme = request.get(embedHeader)
  if (embedTheme !== null) {
    return (
      <html lang={locale} className={fonts} data-theme={asTheme(embedTheme)} data-embed="">
        <body>
          {nonce === null ? null : <StyleNonce nonce={nonce} />}
          <EmbeddedShell>{children}</EmbeddedShell>
        </body>
      </html>
    )
  }
  const chosenId = findChainId(settings, stored.get(networkCookie)?.value)
  const account = readStoredAccount(request.get('cookie') ?? '')
  const previews = {
    network: <NetworkButton network={servedNetwork(config, chosenId ?? settings.defaultChainId)} />,
    wallet: account ? <AccountButton account={account} /> : <ConnectButton />,
  }
  const nav = {
    main: t('main'),
    more: t('more'),
    moreTitle: t('moreTitle'),
    search: t('search'),
    close: t('close'),
    theme: t('theme'),
    swap: t('nav.swap'),
    tokens: t('nav.tokens'),
    orders: t('nav.orders'),
    portfolio: t('nav.portfolio'),
    auctions: t('nav.auctions'),
    affiliate: t('nav.affiliate'),
  }
  return (
    <html lang={locale} className={fonts} data-theme={theme}>
      <body className="flex min-h-dvh flex-col">
        {nonce === null ? null : <StyleNonce nonce={nonce} />}
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-btn bg-primary px-4 py-3 font-medium text-on-primary focus-visible:translate-y-0"
        >
          {t('skip')}
        </a>
        <OfflineNotice>{t('offline')}</OfflineNotice>
        <SiteHeader {...{ words: nav, networks: settings.networks, previews }} />
        <PageMessages sections={['account', 'ui', 'wallet']}>
          <WalletLayer settings={settings}>
            {/* At least as high as the window, so that loading content does not shift a visible footer. */}
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-324 flex-1 px-4 pt-4 outline-transparent tab:px-6 tab:pt-8"
            >
              {children}
            </main>
          </WalletLayer>
        </PageMessages>
        <SiteFooter priced={{ network: network.name, token: network.wrappedNative }} />
        <TabBar words={nav} />
        <Toaster words={{ region: t('messages'), dismiss: t('dismiss') }} />
        <ReferralCapture words={captureWords(await getTranslations('referral'))} />
        <OfflineWorker />
      </body>
    </html>
  )
}

export default RootLayout
