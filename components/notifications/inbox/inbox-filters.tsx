'use client'

import { ListFilter, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { notificationFace } from '@/components/notifications/notification-type'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Chip } from '@/components/ui/chip'
import { Popover } from '@/components/ui/popover'
import { shortAddress } from '@/components/wallet/short-address'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'
import { countRestrictions, type InboxFilter, noFilter } from './inbox-filter'

type Props = {
  readonly filter: InboxFilter
  readonly onFilter: (filter: InboxFilter) => void
  /** Whether the read state is stored. */
  readonly knowsRead: boolean
}

/** Switches between all and unread, and opens a panel with types and networks. */
export const InboxFilters = ({ filter, onFilter, knowsRead }: Props) => {
  const t = useTranslations('notifications')
  const [isOpen, setIsOpen] = useState(false)
  const count = countRestrictions(filter)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {knowsRead ? (
        <ChoiceRow
          label={t('filter.read')}
          choices={[
            { value: 'all', label: t('filter.all') },
            { value: 'unread', label: t('filter.unread') },
          ]}
          value={filter.unread ? 'unread' : 'all'}
          onChoose={(value) => onFilter({ ...filter, unread: value === 'unread' })}
        />
      ) : null}
      <Popover
        label={t('filter.filter')}
        align="start"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Chip>
            <ListFilter aria-hidden="true" className="size-4" />
            {count === 0 ? t('filter.filter') : t('filter.set', { count })}
          </Chip>
        }
      >
        <FilterPanel filter={filter} onFilter={onFilter} />
      </Popover>
      {filter.orderId === undefined ? null : (
        <Chip onClick={() => onFilter({ ...filter, orderId: undefined })}>
          <span className="sr-only">{t('filter.order')}</span>
          <span className="font-mono">{shortAddress(filter.orderId)}</span>
          <X aria-hidden="true" className="size-4" />
          <span className="sr-only">{t('filter.drop')}</span>
        </Chip>
      )}
    </div>
  )
}

const FilterPanel = ({ filter, onFilter }: Omit<Props, 'knowsRead'>) => {
  const t = useTranslations('notifications')
  const types = useTranslations('account')
  const { settings } = useSettings()
  const toggle = (type: NotificationType) => {
    const chosen = filter.types.includes(type)
      ? filter.types.filter((each) => each !== type)
      : [...filter.types, type]
    onFilter({ ...filter, types: chosen })
  }
  const networks = [
    { value: '', label: t('filter.allNetworks') },
    ...settings.networks.map(({ chainId, title }) => ({ value: String(chainId), label: title })),
  ]
  return (
    <div className="grid gap-4">
      <fieldset className="grid grid-cols-2 gap-x-3">
        <legend className="text-small font-medium">{t('filter.types')}</legend>
        {notificationTypes.map((type) => (
          <Checkbox
            key={type}
            label={notificationFace(types, type).label}
            checked={filter.types.includes(type)}
            onCheckedChange={() => toggle(type)}
          />
        ))}
      </fieldset>
      <ChoiceRow
        label={t('filter.network')}
        choices={networks}
        value={String(filter.chainId ?? '')}
        onChoose={(value) => {
          onFilter({ ...filter, chainId: value === '' ? undefined : Number(value) })
        }}
      />
      <Button
        size="small"
        onClick={() => onFilter({ ...noFilter, unread: filter.unread })}
        className="justify-self-start"
      >
        {t('filter.remove')}
      </Button>
    </div>
  )
}
