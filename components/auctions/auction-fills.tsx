import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import {
  comparedTexts,
  gainPercentText,
  gainText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import {
  List,
  ListCell,
  type ListColumn,
  ListEmpty,
  ListFigure,
  ListLink,
  ListMain,
  ListRow,
} from '@/components/ui/list'
import { shortAddress } from '@/components/wallet/short-address'
import type { MarkNetwork } from '@/lib/client/token-mark'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { missingText } from '@/lib/core/format/number-text'
import type { AuctionFill } from '@/lib/settlements/reports/find-auction-report'
import { shareOfCeiling } from './bid-scale'
import { ResultBar } from './result-bar'

type Props = {
  readonly fills: readonly AuctionFill[]
  readonly network: MarkNetwork
  readonly tokenOf: (address: Address) => ShownToken
}

/** Maximum number of orders shown; an auction may fill thousands. */
const maxShown = 100

const template =
  'tab:[--columns:minmax(0,1fr)_9rem_8rem_5.5rem] desk:[--columns:16rem_minmax(0,1fr)_9rem_9rem_6rem_1.25rem]'
const deskOnly = 'tab:max-desk:hidden'

/** Compares each order's result with its limit and its ceiling. */
export const AuctionFills = ({ fills, network, tokenOf }: Props) => {
  const t = useTranslations('auctions')
  const surplus = useTranslations('orders')
  const format = useFormat()
  if (fills.length === 0) {
    return (
      <ListEmpty>
        <p className="p-6 text-small text-ink-2">{t('noneFilled')}</p>
      </ListEmpty>
    )
  }
  const columns: readonly ListColumn[] = [
    { key: 'order', label: t('order') },
    { key: 'result', label: t('fill.scale'), className: deskOnly },
    { key: 'got', label: t('fill.got'), align: 'end' },
    { key: 'surplus', label: surplus('surplus.vsLimit'), align: 'end' },
    { key: 'share', label: t('fill.ofCeiling'), align: 'end' },
  ]
  return (
    <>
      <List label={t('batch')} template={template} columns={columns}>
        {fills.slice(0, maxShown).map((fill, index) => (
          <FillRow key={fill.uid} {...{ fill, network, tokenOf }} number={index + 1} />
        ))}
      </List>
      {fills.length > maxShown ? (
        <p className="text-small text-ink-2">
          {t('firstShown', { shown: format.count(maxShown), all: format.count(fills.length) })}
        </p>
      ) : null}
    </>
  )
}

type RowProps = Omit<Props, 'fills'> & { readonly fill: AuctionFill; readonly number: number }

const FillRow = ({ fill, network, tokenOf, number }: RowProps) => {
  const t = useTranslations('auctions')
  const words = { t: useTranslations('orders'), format: useFormat() }
  const { uid, kind, outcome, sellToken, buyToken } = fill
  const [sold, bought] = [tokenOf(sellToken), tokenOf(buyToken)]
  const isSell = kind === 'sell'
  const token = isSell ? bought : sold
  const { limit, got, bound } = outcome
  const [gotText = '', limitText = '', boundText] = comparedTexts(
    words,
    bound === undefined ? [got, limit] : [got, limit, bound],
    token,
  )
  const gain = isSell ? got - limit : limit - got
  const share = shareOfCeiling({ kind, limit, got, bound })
  const shareText = share === undefined ? missingText : words.format.percent(share, 'floor')
  const gained = gainText(words, { gain, token })
  return (
    <ListRow>
      <ListMain
        lead={
          <TokenPair network={network} tokens={[{ address: sellToken }, { address: buyToken }]} />
        }
        title={
          <ListLink href={`/orders/${uid}`} className="numeric">
            {isSell ? tokenAmountText(words, fill.sellAmount, sold) : sold.symbol}{' '}
            <span aria-hidden="true" className="text-ink-2">
              →
            </span>
            <span className="sr-only">{t('for')}</span>{' '}
            {isSell ? bought.symbol : tokenAmountText(words, fill.buyAmount, bought)}
          </ListLink>
        }
        note={
          <>
            #{number} · <span className="font-mono text-code">{shortAddress(uid)}</span>
          </>
        }
      />
      <ListCell className={deskOnly}>
        <ResultBar
          share={share}
          limit={t('fill.limit', { amount: limitText })}
          ceiling={boundText === undefined ? undefined : t('fill.ceiling', { amount: boundText })}
        />
      </ListCell>
      <ListCell align="end">
        <ListFigure value={`${gotText} ${token.symbol}`} />
      </ListCell>
      <ListCell on="pill" align="end">
        <ListFigure
          value={<span className={gain > 0n ? 'text-surplus' : undefined}>{gained}</span>}
          note={gainPercentText(words, { gain, over: limit })}
        />
      </ListCell>
      <ListCell align="end">
        <ListFigure value={shareText} />
      </ListCell>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-2 max-desk:hidden" />
    </ListRow>
  )
}

/** Maximum number of orders listed; an auction may have thousands. */
const maxPageSize = 100

/** Lists the orders of the auction that were not filled, linked to their pages. */
export const UnfilledOrders = ({ uids }: { readonly uids: readonly Hex[] }) => {
  const t = useTranslations('auctions')
  return (
    <div data-slot="unfilled">
      <Disclosure summary={t('unfilled', { count: uids.length })}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {uids.slice(0, maxPageSize).map((uid) => (
            <li key={uid}>
              <Link
                href={`/orders/${uid}`}
                className="inline-flex min-h-6 max-tab:min-h-11 items-center font-mono text-code underline decoration-line-strong underline-offset-4"
              >
                <span className="sr-only">{`${t('order')} `}</span>
                {shortAddress(uid)}
              </Link>
            </li>
          ))}
          {uids.length > maxPageSize ? (
            <li>{t('andMore', { count: uids.length - maxPageSize })}</li>
          ) : null}
        </ul>
      </Disclosure>
    </div>
  )
}
