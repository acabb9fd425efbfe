import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { NetworkGlyph } from '@/components/wallet/network-glyph'
import type { NetworkShare, PortfolioSummary } from '@/lib/client/portfolio/summary'
import type { NetworkState } from './use-portfolio'

type Props = { readonly states: readonly NetworkState[]; readonly summary: PortfolioSummary }

const dots = ['bg-primary', 'bg-primary/50', 'bg-bar2', 'bg-line-strong'] as const
const fills = ['fill-primary', 'fill-primary/50', 'fill-bar2', 'fill-line-strong'] as const

/** The value of each network, and its share of the total. */
export const NetworkShares = ({ states, summary }: Props) => {
  const t = useTranslations('portfolio')
  const order = summary.networks.toSorted((a, b) => rankOf(b) - rankOf(a))
  return (
    <Panel title={t('byNetwork')}>
      <ShareBar shares={order} />
      <ul className="grid grid-cols-1 gap-3 text-small">
        {order.map((share, index) => {
          const state = states.find(({ network }) => network.chainId === share.chainId)
          return state ? (
            <NetworkLine
              key={share.chainId}
              {...{ state, share }}
              dot={dots[index % dots.length]}
            />
          ) : null
        })}
      </ul>
    </Panel>
  )
}

const rankOf = ({ isCounted, usd }: NetworkShare) => (isCounted ? (usd ?? 0) : -1)

/** Says the same as the list below it. */
const ShareBar = ({ shares }: { readonly shares: readonly NetworkShare[] }) => {
  let from = 0
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-2 w-full rounded-full bg-sunken"
    >
      {shares.map(({ chainId, share = 0 }, index) => {
        const x = from
        from += share
        return (
          <rect
            key={chainId}
            x={x}
            width={Math.max(0, share - 0.004)}
            height="1"
            className={fills[index % fills.length]}
          />
        )
      })}
    </svg>
  )
}

type LineProps = {
  readonly state: NetworkState
  readonly share: NetworkShare
  readonly dot: string | undefined
}

const NetworkLine = ({ state: { network, portfolio, error }, share, dot }: LineProps) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  return (
    <li className="flex min-h-6 items-start gap-x-2">
      <span
        aria-hidden="true"
        className={`mt-2 size-2 shrink-0 rounded-full ${share.isCounted ? dot : 'border border-line-strong'}`}
      />
      <span className="flex h-6 items-center">
        <NetworkGlyph network={network} />
      </span>
      <span className="grid min-w-0 leading-6 tab:flex tab:gap-x-2">
        <span className="font-medium">{network.title}</span>
        {portfolio ? (
          <span className="text-ink-2">{t('network.tokens', { count: share.tokens })}</span>
        ) : null}
      </span>
      <span className="numeric ml-auto grid shrink-0 justify-items-end leading-6 tab:flex tab:gap-x-2">
        {portfolio ? (
          share.isCounted ? (
            <>
              <span className="font-medium">{format.usd(share.usd)}</span>
              <span className="min-w-14 text-right text-ink-2">{format.percent(share.share)}</span>
            </>
          ) : (
            <span className="text-ink-2">{t('network.testnet')}</span>
          )
        ) : error ? (
          <span className="text-danger">{t('network.silent')}</span>
        ) : (
          <Skeleton className="h-4 w-24" />
        )}
      </span>
    </li>
  )
}
