'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useRef } from 'react'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { PriceRail } from '@/components/ui/price-rail'
import { Slip } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Stepper } from '@/components/ui/stepper'
import type { Settings } from '@/lib/api/pages'
import { fetchOrder, type OrderView } from '@/lib/client/api'
import { call } from '@/lib/client/call'
import { presignStanding } from '@/lib/client/presign/presign-state'
import type { Presigning } from '@/lib/client/presign/send-presignature'
import { ApiError } from '@/lib/client/request'
import { describeOutcome, type Outcome } from '@/lib/client/swap/order-outcome'
import { offersOf, orderStage } from '@/lib/client/swap/order-progress'
import { toAddress } from '@/lib/core/address'
import {
  railLabels,
  stampKind,
  stampText,
  statusText,
  stepTexts,
  titleText,
  unsignedSteps,
} from './order-slip-text'
import type { SwapOrder } from './swap-order'

const PresignNote = lazyPart(
  async () => (await import('@/components/presign/presign-note')).PresignNote,
)

const eagerMs = 120_000
const eagerPollMs = 2_000
const slowPollMs = 15_000

type Props = {
  readonly placed: SwapOrder
  /** Whether it was placed since the page was opened: then it is torn off and brought into sight. */
  readonly isNew: boolean
  /** Its owner has cancelled it, and the service has not said how it ended. */
  readonly isCancelling: boolean
  /** Left out where it cannot be cancelled. */
  readonly onCancel?: () => void
}

/** The slip of an order, from signed to settled. */
export const OrderSlip = ({ placed, isNew, isCancelling, onCancel }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { uid, network, signingScheme } = placed
  const { settings } = useSettings()
  const { data: view, error } = useQuery({
    queryKey: ['order', network.name, uid],
    queryFn: ({ signal }) => fetchOrder(network.name, uid, { signal, tries: 2 }),
    refetchInterval: ({ state }) => pollMs(state.data),
    retry: false,
  })
  const outcome = describeOutcome(view, placed)
  const standing = presignStanding(view)
  const isUnsigned = signingScheme === 'presign' && standing === 'pending'
  useRefreshWhenFinal(outcome.status)
  const { stage, offers } = useProgress(placed, outcome.status)
  const slipRef = useSeen(isNew)
  const { limit, quoted, executed } = outcome
  return (
    <Slip
      ref={slipRef}
      motion={isNew ? 'tear' : 'still'}
      aria-label={t('slip.name')}
      // The stamp falls from beyond the edge.
      className="overflow-x-clip desk:max-w-xl"
    >
      <div className="grid gap-4 p-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="numeric text-h3">{titleText(t, format, { placed, outcome })}</h2>
          <Stamp
            key={outcome.status}
            kind={stampKind(outcome)}
            word={stampText(t, outcome, { isUnsigned, isCancelling })}
            motion={isNew && outcome.status !== 'open' ? 'drop' : 'still'}
          />
        </div>
        {quoted === undefined && executed === undefined ? null : (
          <PriceRail
            prices={{ limit, quoted, executed }}
            labels={railLabels(t, format, { placed, outcome })}
          />
        )}
        <Stepper
          label={t('slip.progress')}
          steps={isUnsigned ? unsignedSteps(t) : stepTexts(t, stage, { offers })}
          pace={isUnsigned ? 'idle' : paceOf(outcome)}
        />
        {signingScheme === 'presign' ? (
          <Suspense fallback={null}>
            <PresignNote
              presigning={presigningOf(placed, settings)}
              network={network}
              standing={standing}
              isNew={isNew}
            />
          </Suspense>
        ) : null}
        <p role="status" className="text-small text-ink-2">
          {error && outcome.status === 'open'
            ? t(isUnknown(error) ? 'slip.awaited' : 'slip.silent')
            : isUnsigned
              ? null
              : statusText(t, format, { placed, outcome })}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Link
            href={`/orders/${uid}?chain=${network.name}`}
            className="inline-flex min-h-11 items-center gap-2 font-medium text-primary underline"
          >
            {t('slip.view')} <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
          {onCancel && outcome.status === 'open' && !isCancelling ? (
            <Button size="small" onClick={onCancel}>
              {t('slip.cancel')}
            </Button>
          ) : null}
        </div>
      </div>
    </Slip>
  )
}

/** Whether the service was not given the order by its owner, and has not seen it on the chain. */
const isUnknown = (error: Error) => error instanceof ApiError && error.status === 404

/** The order as its owner signs it on the chain, with the allowance that it needs. */
function presigningOf({ uid, network, order, owner }: SwapOrder, settings: Settings): Presigning {
  return {
    uid,
    settlementContract: toAddress(settings.settlementContract),
    approval: {
      ...{ chainId: network.chainId, token: order.sellToken, owner, amount: order.sellAmount },
      spender: toAddress(settings.vaultRelayerContract),
    },
  }
}

/** How far an open order is on its way to a settlement, and how many solvers offered to fill it. */
function useProgress({ uid, network }: SwapOrder, status: Outcome['status']) {
  const isOpen = status === 'open'
  const { data } = useQuery({
    queryKey: ['order-progress', network.name, uid, isOpen],
    queryFn: ({ signal }) =>
      call('readOrderStatus', { network: network.name, params: { uid } }, { signal, tries: 1 }),
    enabled: isOpen || status === 'fulfilled',
    refetchInterval: isOpen ? eagerPollMs : false,
    retry: false,
  })
  return { stage: orderStage(status, data), offers: offersOf(data) }
}

function pollMs(view: OrderView | undefined): number | false {
  if (!view || view.status === 'open') {
    const age = view ? Date.now() - Date.parse(String(view.creationDate)) : 0
    return age < eagerMs ? eagerPollMs : slowPollMs
  }
  return false
}

/** Brings a new slip into sight where it stands below the form. */
function useSeen(isNew: boolean) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) ref.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isNew])
  return ref
}

function useRefreshWhenFinal(status: Outcome['status']): void {
  const refresh = useRefreshChainReads()
  useEffect(() => {
    if (status !== 'open') refresh()
  }, [status, refresh])
}

const paceOf = ({ status }: Outcome) => (status === 'open' ? 'busy' : 'idle')
