'use client'

import { Suspense, useEffect, useState } from 'react'
import { AccountBar } from '@/components/account/account-bar'
import { useShownAccount } from '@/components/account/account-provider'
import { SignIn } from '@/components/account/sign-in'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { PublicAnnouncements } from './announcements'
import { Inbox } from './inbox'
import { InboxSkeleton } from './inbox-states'

const ChannelsPanel = lazyPart(async () => (await import('./channels-panel')).ChannelsPanel)

const items = [
  { value: 'inbox', label: 'Inbox' },
  { value: 'channels', label: 'Channels' },
] as const

/** The inbox of an account and, beside it, where else its notifications are sent. */
export const NotificationsPanel = () => {
  const { account, session, isPending } = useShownAccount()
  const [tab, setTab] = useTab()
  if (isPending) return <InboxSkeleton />
  if (account === undefined) return <Disconnected />
  const isSignedIn = session !== undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <AccountBar />
      <Tabs label="Notifications" items={items} value={tab} onValueChange={setTab}>
        <TabPanel value="inbox">
          <Inbox key={account} account={account} isSignedIn={isSignedIn} />
        </TabPanel>
        <TabPanel value="channels">
          {isSignedIn ? (
            <Suspense fallback={<Skeleton className="h-32 rounded-card" />}>
              <ChannelsPanel key={account} account={account} />
            </Suspense>
          ) : (
            <SignIn account={account} title="Sign in to have notifications sent elsewhere">
              To a webhook, Telegram, a mailbox or this browser. A signature proves whose
              notifications they are; it costs nothing.
            </SignIn>
          )}
        </TabPanel>
      </Tabs>
    </div>
  )
}

const Disconnected = () => (
  <div className="grid grid-cols-1 gap-4">
    <PublicAnnouncements />
    <ConnectFirst title="Connect to see your notifications">
      Fills, expiries and cancellations of your orders are listed here.
    </ConnectFirst>
  </div>
)

/** The tab is in the address, so that a mail can lead to the channels: `#channels`. */
function useTab(): [string, (tab: string) => void] {
  const [tab, setTab] = useState('inbox')
  useEffect(() => {
    if (location.hash === '#channels') setTab('channels')
  }, [])
  const choose = (next: string) => {
    setTab(next)
    history.replaceState(history.state, '', next === 'inbox' ? location.pathname : '#channels')
  }
  return [tab, choose]
}
