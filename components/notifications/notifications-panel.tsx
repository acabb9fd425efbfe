'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState } from 'react'
import { AccountBar } from '@/components/account/account-bar'
import { useShownAccount } from '@/components/account/account-provider'
import { SignIn } from '@/components/account/sign-in'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { PublicAnnouncements } from './announcements/announcements'
import { Inbox } from './inbox/inbox'
import { InboxSkeleton } from './inbox/inbox-states'

const ChannelsPanel = lazyPart(
  async () => (await import('./channels/channels-panel')).ChannelsPanel,
)

const tabs = ['inbox', 'channels'] as const

/** The inbox of an account and its channels. */
export const NotificationsPanel = () => {
  const t = useTranslations('notifications')
  const { account, session, isPending } = useShownAccount()
  const [tab, setTab] = useTab()
  if (isPending) return <InboxSkeleton />
  if (account === undefined) return <Disconnected />
  const isSignedIn = session !== undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <AccountBar />
      <Tabs
        label={t('panel.label')}
        items={tabs.map((value) => ({ value, label: t(`panel.tab.${value}`) }))}
        value={tab}
        onValueChange={setTab}
      >
        <TabPanel value="inbox">
          <Inbox
            key={account}
            account={account}
            isSignedIn={isSignedIn}
            onChannels={() => setTab('channels')}
          />
        </TabPanel>
        <TabPanel value="channels">
          {isSignedIn ? (
            <Suspense fallback={<Skeleton className="h-32 rounded-card" />}>
              <ChannelsPanel key={account} account={account} />
            </Suspense>
          ) : (
            <SignIn account={account} title={t('panel.signIn')}>
              {t('panel.signInText')}
            </SignIn>
          )}
        </TabPanel>
      </Tabs>
    </div>
  )
}

const Disconnected = () => {
  const t = useTranslations('notifications')
  return (
    <div className="grid grid-cols-1 gap-4">
      <PublicAnnouncements />
      <ConnectFirst title={t('panel.connect')}>{t('panel.connectText')}</ConnectFirst>
    </div>
  )
}

/** The tab is in the address (`#channels`), so that links can lead to it, from this page too. */
function useTab(): [string, (tab: string) => void] {
  const [tab, setTab] = useState('inbox')
  useEffect(() => {
    const read = () => setTab(location.hash === '#channels' ? 'channels' : 'inbox')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const choose = (next: string) => {
    setTab(next)
    const { pathname, search } = location
    history.replaceState(null, '', `${pathname}${search}${next === 'inbox' ? '' : '#channels'}`)
  }
  return [tab, choose]
}
