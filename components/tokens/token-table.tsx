import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { useStoredTokens } from '@/components/swap/tokens/use-stored-tokens'
import { buttonClass } from '@/components/ui/button-class'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { List, ListCell, type ListColumn, ListLink, ListMain, ListRow } from '@/components/ui/list'
import { Skeleton } from '@/components/ui/skeleton'
import { Sparkline } from '@/components/ui/sparkline'
import type { Settings } from '@/lib/api/docs/pages'
import type { MarketOfToken } from '@/lib/client/market'
import { sparkChange } from '@/lib/client/tokens/spark-path'
import type { SortKey, TokenRow, TokenSort } from '@/lib/client/tokens/token-rows'
import type { Address } from '@/lib/core/address'
import { ChangeBadge } from './change-badge'
import { FavouriteButton } from './favourite-button'
import { tokenHref, tradeHref } from './token-link'
import { TokenMark } from './token-mark'

type Props = {
  readonly rows: readonly TokenRow[]
  readonly network: Settings['networks'][number]
  /** Whether the figures are pending. */
  readonly isLoading: boolean
  readonly sort: TokenSort
  readonly onSort: (key: SortKey) => void
}

const template =
  'tab:[--columns:minmax(0,1fr)_5.5rem_3.75rem_5rem_6rem_5rem] ' +
  'desk:[--columns:minmax(0,1fr)_8rem_5.5rem_7rem_7rem_7rem_8rem_5.5rem]'

/** Only from 1100 px on. */
const wide = 'max-desk:hidden'

const figureLook = 'text-small font-medium'

const figures = [
  ['price', ''],
  ['dayChange', ''],
  ['marketCap', wide],
  ['tvl', ''],
  ['volume', wide],
] as const

/** Tokens and their market figures in columns that sort them. */
export const TokenTable = ({ rows, network, isLoading, sort, onSort }: Props) => {
  const t = useTranslations('tokens')
  const { stored, toggle } = useStoredTokens()
  const head = (key: SortKey) => (
    <SortButton
      label={t(`index.${key}`)}
      isSorted={sort.key === key}
      isAscending={sort.isAscending}
      onSort={() => onSort(key)}
    />
  )
  const sorted = (key: SortKey): ListColumn['sorted'] =>
    sort.key === key ? (sort.isAscending ? 'ascending' : 'descending') : undefined
  const columns: readonly ListColumn[] = [
    { key: 'token', label: head('token'), sorted: sorted('token'), className: 'pl-10' },
    ...figures.map(([key, className]) => ({
      ...{ key, className, align: 'end' as const, label: head(key), sorted: sorted(key) },
    })),
    { key: 'week', label: t('index.week'), align: 'end' },
    { key: 'swap', label: <span className="sr-only">{t('index.trade')}</span> },
  ]
  return (
    <List label={t('title')} template={template} columns={columns}>
      {rows.map((row, index) => (
        <TokenTableRow
          // Rows stay in place while figures arrive and sort them: no layout shift.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above; rows hold no state.
          key={index}
          {...{ ...row, network, isLoading }}
          isFavourite={stored.favourites.includes(row.token.address)}
          onToggle={toggle}
        />
      ))}
    </List>
  )
}

type SortProps = {
  readonly label: string
  readonly isSorted: boolean
  readonly isAscending: boolean
  readonly onSort: () => void
}

const SortButton = ({ label, isSorted, isAscending, onSort }: SortProps) => {
  const Arrow = isAscending ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        'inline-flex min-h-8 items-center gap-1 rounded-lg hover:text-ink',
        isSorted && 'font-semibold text-ink',
      )}
    >
      {label}
      {isSorted ? <Arrow aria-hidden="true" className="size-4" /> : null}
    </button>
  )
}

type RowProps = TokenRow &
  Pick<Props, 'network' | 'isLoading'> & {
    readonly isFavourite: boolean
    readonly onToggle: (token: Address) => void
  }

/** One token; the whole row links to its page. */
const TokenTableRow = ({ token, market, network, isLoading, isFavourite, onToggle }: RowProps) => {
  const t = useTranslations('tokens')
  const { symbol, address } = token
  return (
    <ListRow>
      <ListMain
        lead={
          <>
            <FavouriteButton
              label={t('index.favourite', { symbol })}
              isFavourite={isFavourite}
              onClick={() => onToggle(address)}
              className="-my-1 -ml-3 z-1"
            />
            <TokenMark network={network} token={token} />
          </>
        }
        title={<ListLink href={tokenHref(network.name, address)}>{symbol}</ListLink>}
        note={<span className="block truncate">{token.name}</span>}
      />
      {market === undefined && isLoading ? (
        <PendingCells />
      ) : (
        <FigureCells {...{ symbol, market }} />
      )}
      <ListCell className="relative text-right">
        <Link
          href={tradeHref({ network: network.name, token: address }, 'buy')}
          aria-label={t('index.swapFor', { symbol })}
          className={classNames(
            buttonClass({ variant: 'quiet', size: 'small' }),
            'group-hover/row:outline group-hover/row:outline-line-strong',
          )}
        >
          {t('index.swap')}
        </Link>
      </ListCell>
    </ListRow>
  )
}

type CellsProps = { readonly symbol: string; readonly market: MarketOfToken | undefined }

const FigureCells = ({ symbol, market }: CellsProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const week = market?.week ?? []
  const known = (figure: number | null | undefined) => figure ?? undefined
  return (
    <>
      <ListCell on="aside" align="end" className={figureLook}>
        {format.price(known(market?.price))}
      </ListCell>
      <ListCell on="pill" align="end" className={figureLook}>
        <ChangeBadge change={known(market?.dayChange)} words={t('price.inDay')} />
      </ListCell>
      <ListCell align="end" className={`${figureLook} ${wide}`}>
        {format.largeUsd(known(market?.marketCap))}
      </ListCell>
      <ListCell align="end" className={figureLook}>
        {format.largeUsd(market?.tvl || undefined)}
      </ListCell>
      <ListCell align="end" className={`${figureLook} ${wide}`}>
        {format.largeUsd(market?.tvl ? market.volume : undefined)}
      </ListCell>
      <ListCell className="justify-self-end">
        <Sparkline
          values={week}
          label={t('index.weekOf', { symbol, change: format.change(sparkChange(week)) })}
        />
      </ListCell>
    </>
  )
}

/** Reserves the places of the figures. */
const PendingCells = () => (
  <>
    <ListCell on="aside" align="end">
      <Skeleton className="my-0.5 ml-auto h-4 w-20" />
    </ListCell>
    <ListCell on="pill" align="end">
      <Skeleton className="my-0.5 ml-auto h-4 w-12" />
    </ListCell>
    <ListCell className={wide} />
    <ListCell align="end">
      <Skeleton className="my-0.5 ml-auto h-4 w-16" />
    </ListCell>
    <ListCell className={wide} />
    <ListCell />
  </>
)
