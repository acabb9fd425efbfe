'use client'

import { useTranslations } from 'next-intl'
import { SessionsSection } from '@/components/account/sessions-section'
import { AccountData } from '@/components/notifications/account-data'
import { Answer } from '@/components/tokens/answer'
import { MarketSection } from '@/components/tokens/market-section'
import { ListEmpty, ListSkeleton } from '@/components/ui/list'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { Address } from '@/lib/core/address'
import { AddChannel } from './add-channel'
import { ChannelCard } from './channel-card'
import { DeliveriesSection } from './delivery-list'
import { TypeChoice } from './type-choice'
import { useOffers, useSubscriptions } from './use-channels'
import { useNewTypes } from './use-new-types'

/** What channels are sent, the channels of a signed-in account, and their deliveries. */
export const ChannelsPanel = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('notifications')
  const subscriptions = useSubscriptions(account)
  const offers = useOffers(account)
  const [types, setTypes] = useNewTypes()
  return (
    <div className="grid grid-cols-1 items-start gap-8 desk:grid-cols-[minmax(0,840fr)_minmax(0,384fr)] desk:grid-rows-[auto_1fr] desk:gap-x-6">
      <div className="desk:col-start-2 desk:row-start-1">
        <Panel title={t('types.title')}>
          <p className="text-small text-ink-2">{t('types.note')}</p>
          <TypeChoice legend={t('types.title')} types={types} onTypes={setTypes} isExplained />
        </Panel>
      </div>
      {/* Sections below a loading list appear after it, so the layout does not shift. */}
      <div className="grid grid-cols-1 gap-8 desk:col-start-1 desk:row-span-2 desk:row-start-1 [&>:has([data-awaited])~*]:invisible">
        <MarketSection title={t('channels.yours')} note={t('channels.note')}>
          <Answer
            query={subscriptions}
            what={t('channels.yours')}
            skeleton={<ListSkeleton label={t('channels.yours')} rows={1} />}
            missing={null}
          >
            {(list) =>
              list.length === 0 ? (
                <ListEmpty>
                  <p className="p-6 text-small text-ink-2">{t('channels.none')}</p>
                </ListEmpty>
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
            skeleton={<Skeleton className="h-32 rounded-panel" />}
            missing={null}
          >
            {(data) => (
              <AddChannel
                account={account}
                offers={data}
                types={types}
                subscriptions={subscriptions.data ?? []}
              />
            )}
          </Answer>
        </MarketSection>
        <DeliveriesSection account={account} />
      </div>
      <div className="grid grid-cols-1 gap-8 desk:col-start-2 desk:row-start-2">
        <SessionsSection account={account} />
        <AccountData account={account} />
      </div>
    </div>
  )
}
