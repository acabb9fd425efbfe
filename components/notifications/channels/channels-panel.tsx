'use client'

import { useTranslations } from 'next-intl'
import { SessionsSection } from '@/components/account/sessions-section'
import { AccountData } from '@/components/notifications/account-data'
import { Answer } from '@/components/tokens/answer'
import { MarketSection } from '@/components/tokens/market-section'
import { Skeleton } from '@/components/ui/skeleton'
import type { Address } from '@/lib/core/address'
import { AddChannel } from './add-channel'
import { ChannelCard } from './channel-card'
import { DeliveriesSection } from './delivery-list'
import { useOffers, useSubscriptions } from './use-channels'

/** The channels of a signed-in account, and their deliveries. */
export const ChannelsPanel = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('notifications')
  const subscriptions = useSubscriptions(account)
  const offers = useOffers(account)
  return (
    // Sections below a loading list appear after it, so the layout does not shift.
    <div className="grid grid-cols-1 gap-10 [&>:has([data-awaited])~*]:invisible">
      <MarketSection title={t('channels.yours')} note={t('channels.note')}>
        <Answer
          query={subscriptions}
          what={t('channels.yours')}
          skeleton={<Skeleton className="h-32 rounded-card" />}
          missing={null}
        >
          {(list) =>
            list.length === 0 ? (
              <p className="text-small text-ink-2">{t('channels.none')}</p>
            ) : (
              <ul className="grid grid-cols-1 gap-3">
                {list.map((subscription) => (
                  <ChannelCard
                    key={subscription.id}
                    account={account}
                    subscription={subscription}
                  />
                ))}
              </ul>
            )
          }
        </Answer>
      </MarketSection>
      <MarketSection title={t('channels.add')}>
        <Answer
          query={offers}
          what={t('channels.offers')}
          skeleton={<Skeleton className="h-32 rounded-card" />}
          missing={null}
        >
          {(data) => (
            <AddChannel account={account} offers={data} subscriptions={subscriptions.data ?? []} />
          )}
        </Answer>
      </MarketSection>
      <DeliveriesSection account={account} />
      <SessionsSection account={account} />
      <AccountData account={account} />
    </div>
  )
}
