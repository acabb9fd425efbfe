'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { AccountBar } from '@/components/account/account-bar'
import { useShownAccount } from '@/components/account/account-provider'
import { SignIn } from '@/components/account/sign-in'
import { lazyPart } from '@/components/ui/lazy-part'
import { ListEmpty } from '@/components/ui/list'
import { Skeleton } from '@/components/ui/skeleton'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { ConnectFirst } from '@/components/wallet/connect-first'
import type { Address } from '@/lib/core/address'
import { PublicAnnouncements } from './announcements/announcements'
import { Inbox } from './inbox/inbox'
import { InboxSkeleton } from './inbox/inbox-states'

const ChannelsPanel = lazyPart(
  async () => (await import('./channels/channels-panel')).ChannelsPanel,
)
const AlertsPanel = lazyPart(
  async () => (await import('@/components/alerts/alerts-panel')).AlertsPanel,
)
const InboxAside = lazyPart(async () => (await import('./inbox-aside')).InboxAside)

const tabs = ['inbox', 'alerts', 'channels'] as const
type Tab = (typeof tabs)[number]

type Props = {
  /** The heading of the page. */
  readonly title: ReactNode
}

/** The inbox of an account, its price alerts and its channels. */
export const NotificationsPanel = ({ title }: Props) => {
  const { account, session, isPending } = useShownAccount()
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {title}
        {isPending || account === undefined ? null : <AccountBar />}
      </div>
      {isPending ? (
        <InboxSkeleton />
      ) : account === undefined ? (
        <Disconnected />
      ) : (
        <AccountTabs account={account} isSignedIn={session !== undefined} />
      )}
    </>
  )
}

type AccountProps = { readonly account: Address; readonly isSignedIn: boolean }

const AccountTabs = ({ account, isSignedIn }: AccountProps) => {
  const t = useTranslations('notifications')
  const alerts = useTranslations('alerts')
  const [tab, setTab] = useTab()
  return (
    <Tabs
      label={t('panel.label')}
      items={tabs.map((value) => ({ value, label: t(`panel.tab.${value}`) }))}
      value={tab}
      onValueChange={(next) => setTab(tabs.find((each) => each === next) ?? 'inbox')}
    >
      <TabPanel value="inbox">
        <Inbox
          key={account}
          account={account}
          isSignedIn={isSignedIn}
          onChannels={() => setTab('channels')}
          aside={
            isSignedIn ? (
              <Suspense fallback={null}>
                <InboxAside account={account} onTab={setTab} />
              </Suspense>
            ) : (
              <SignIn account={account} title={t('inbox.signIn')}>
                {t('inbox.signInText')}
              </SignIn>
            )
          }
        />
      </TabPanel>
      <TabPanel value="alerts">
        {isSignedIn ? (
          <Suspense fallback={<Skeleton className="h-96 rounded-panel" />}>
            <AlertsPanel key={account} account={account} />
          </Suspense>
        ) : (
          <SignIn account={account} title={alerts('signIn')}>
            {alerts('signInText')}
          </SignIn>
        )}
      </TabPanel>
      <TabPanel value="channels">
        {isSignedIn ? (
          <Suspense fallback={<Skeleton className="h-96 rounded-panel" />}>
            <ChannelsPanel key={account} account={account} />
          </Suspense>
        ) : (
          <SignIn account={account} title={t('panel.signIn')}>
            {t('panel.signInText')}
          </SignIn>
        )}
      </TabPanel>
    </Tabs>
  )
}

const Disconnected = () => {
  const t = useTranslations('notifications')
  return (
    <div className="grid grid-cols-1 gap-4">
      <PublicAnnouncements />
      <ListEmpty>
        <ConnectFirst title={t('panel.connect')}>{t('panel.connectText')}</ConnectFirst>
      </ListEmpty>
    </div>
  )
}

/** The tab is in the address (`#channels`), so that links can lead to it, from this page too. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [tab, setTab] = useState<Tab>('inbox')
  useEffect(() => {
    const read = () => setTab(tabs.find((each) => location.hash === `#${each}`) ?? 'inbox')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const choose = (next: Tab) => {
    setTab(next)
    const { pathname, search } = location
    history.replaceState(null, '', `${pathname}${search}${next === 'inbox' ? '' : `#${next}`}`)
  }
  return [tab, choose]
}
