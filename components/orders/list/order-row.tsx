'use client'

import { useTranslations } from 'next-intl'
import { memo, type ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import type { ShownToken } from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { ListCell, ListFigure, ListLink, ListMain, ListRow } from '@/components/ui/list'
import { ProgressTrack } from '@/components/ui/progress-track'
import { orderPill, orderState } from '@/lib/client/orders/order-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { missingText } from '@/lib/core/format/number-text'
import { ExchangeTitle } from './exchange-title'
import { RowChoice } from './row-choice'
import {
  exchangeTexts,
  filledShare,
  type GainTexts,
  gainTexts,
  placedText,
  priceTexts,
  typeText,
  waitText,
} from './row-text'

/** The widths of the list's columns; a tablet has no room for price, a second surplus and time. */
export const orderTemplate =
  'tab:[--columns:minmax(0,1fr)_6rem_10.75rem_2.25rem] desk:[--columns:minmax(0,1fr)_7.5rem_8.5rem_8.5rem_10.75rem_4.5rem_5.5rem]'

/** Classes of a column that needs the room of a desktop. */
export const deskOnly = 'tab:max-desk:hidden'

type Props = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
  /** Unix seconds by the service's clock. */
  readonly nowSeconds: number
  readonly isCancelling: boolean
  /** Distance of its limit beyond the market price, as a fraction of it; undefined if unknown. */
  readonly gap: number | undefined
  /** Undefined if the order cannot be selected. */
  readonly isChosen: boolean | undefined
  /** Whether the list has checkboxes. */
  readonly hasChoices: boolean
  /** Whether phones show the checkboxes. */
  readonly isSelecting: boolean
  readonly onChoose: (uid: Hex, isChosen: boolean) => void
  readonly renderActions: (order: ShownOrder) => ReactNode
}

/** One order of the list; pressing the row opens its page. */
export const OrderRow = memo((props: Props) => {
  const { order, nameToken, nowSeconds, isCancelling, isChosen, hasChoices, isSelecting } = props
  const { network } = useSettings()
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const now = new Date()
  const known = { nowSeconds, isCancelling }
  const state = orderState(order, known)
  const pill = orderPill(words, order, known)
  const { sold, bought } = exchangeTexts(words, order, nameToken)
  const price = priceTexts(words, order, nameToken)
  const gains = gainTexts(words, order, nameToken)
  const share = filledShare(order)
  const time = placedText(words, order.createdAt, now)
  const wait = waitText(words, { order, state, nameToken, gap: props.gap, now })
  return (
    <ListRow
      isSelected={isChosen === true}
      className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
    >
      <ListMain
        lead={
          <RowChoice
            name={t('list.select', { sold, bought })}
            isChosen={isChosen}
            hasRoom={hasChoices}
            isSelecting={isSelecting}
            onChoose={(chosen) => props.onChoose(order.uid, chosen)}
          >
            <TokenPair
              network={network}
              tokens={[{ address: order.sellToken }, { address: order.buyToken }]}
            />
          </RowChoice>
        }
        title={
          <ListLink
            href={`/orders/${order.uid}?chain=${network.chainId}`}
            className="numeric font-medium"
          >
            <ExchangeTitle {...{ sold, bought }} />
          </ListLink>
        }
        note={
          <>
            {order.chainId === undefined ? null : <span>{network.title} · </span>}
            <span>{typeText(words, order)}</span>
            {wait === undefined ? null : (
              <span
                className={state === 'excluded' ? 'text-warn max-tab:hidden' : 'max-desk:hidden'}
              >
                {' '}
                · {wait}
              </span>
            )}
            <span className="desk:hidden">
              {'\u00a0'}· <span className="whitespace-nowrap">{time}</span>
            </span>
          </>
        }
      />
      <ListCell align="end" className={deskOnly}>
        <ListFigure value={price?.price ?? missingText} note={price?.unit} />
      </ListCell>
      <ListCell align="end">
        <span className="max-desk:hidden">
          <Gain gain={gains.vsQuote} />
        </span>
        <span className="desk:hidden">
          <Gain
            gain={gains.vsQuote ?? gains.vsLimit}
            isSoFar={!gains.vsQuote && order.status === 'open'}
          />
        </span>
      </ListCell>
      <ListCell align="end" className={deskOnly}>
        <Gain gain={gains.vsLimit} isSoFar={order.status === 'open'} />
      </ListCell>
      <ListCell on="pill" className="tab:pl-3">
        <span className="grid w-fit justify-items-stretch gap-2">
          <Badge tone={pill.tone} sign={pill.sign}>
            <span className="whitespace-nowrap">{pill.word}</span>
          </Badge>
          {share === undefined ? null : <ProgressTrack share={share} />}
        </span>
      </ListCell>
      <ListCell align="end" className={classNames('text-small text-ink-2', deskOnly)}>
        <time dateTime={order.createdAt.toISOString()}>{time}</time>
      </ListCell>
      {state === 'excluded' ? (
        <ListCell on="below" className="text-label text-warn tab:hidden">
          {wait}
        </ListCell>
      ) : null}
      {/* On phones the menu is beside the amounts; below desktops the button has a line of its own. */}
      <ListCell className="flex max-desk:contents! desk:justify-self-end">
        {props.renderActions(order)}
      </ListCell>
    </ListRow>
  )
})
OrderRow.displayName = 'OrderRow'

/** What was gained, green, or lost, red: the sign says the same. */
const Gain = ({
  gain,
  isSoFar = false,
}: {
  readonly gain: GainTexts | undefined
  readonly isSoFar?: boolean
}) => {
  const t = useTranslations('orders')
  if (gain === undefined) return <ListFigure value={missingText} />
  return (
    <ListFigure
      value={
        <>
          <span className={gainClass[gain.tone]}>{gain.amount}</span> {gain.symbol}
        </>
      }
      note={isSoFar ? t('surplus.soFar') : gain.percent}
    />
  )
}

/** Text colour by the direction of a gain. */
export const gainClass: Record<GainTexts['tone'], string> = {
  gain: 'font-medium text-surplus',
  loss: 'font-medium text-danger',
  level: '',
}
