'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { useClock } from '@/components/app/use-now'
import { classNames } from '@/components/ui/class-names'
import { fetchDatedPrice, type TokenOf } from '@/lib/client/market'
import { isLive, priceFeed } from '@/lib/client/price-feed'
import { serverClock } from '@/lib/client/server-clock'
import { formatOf } from '@/lib/core/format/format'
import type { Locale } from '@/lib/core/format/locale'
import { timeMark } from './time-mark'

type Props = {
  readonly locale: Locale
  /** With {@link timeMark} for the time. */
  readonly words: { readonly live: string; readonly old: string }
  /** A token that is always priced, for pages that request no prices themselves. */
  readonly token: TokenOf
  readonly className?: string
}

/** The age of the prices on the page: live, or why not to trust them. Empty until a price is known. */
export const PriceAge = ({ locale, words, token, className }: Props) => {
  const state = useSyncExternalStore(
    priceFeed.subscribe,
    () => priceFeed.state(),
    () => undefined,
  )
  const isOld = useClock(
    () => state !== undefined && !(navigator.onLine && isLive(state, serverClock.nowMs())),
  )
  const { network, token: address } = token
  useEffect(() => keepAsking({ network, token: address }), [network, address])
  if (!state) return null
  const time = formatOf(locale).utcSecond(new Date(state.asOfMs))
  return (
    <p
      data-prices={isOld ? 'old' : 'live'}
      className={classNames('numeric inline-flex items-center gap-2', className)}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'size-1.5 rounded-full border',
          isOld ? 'border-warn' : 'border-primary bg-primary',
        )}
      />
      {(isOld ? words.old : words.live).replace(timeMark, time)}
    </p>
  )
}

/** Longer than the interval of the pages' own requests. */
const silentMs = 75_000

/** Requests a price whenever the page itself has requested none for a while; returns a function that stops it. */
function keepAsking(token: TokenOf): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout>
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }
  const ask = () => {
    plan(silentMs)
    if (document.visibilityState === 'hidden' || !navigator.onLine) return
    fetchDatedPrice(token, { signal }).catch(() => undefined)
  }
  const stop = priceFeed.subscribe(() => plan(silentMs))
  const catchUp = () => {
    const state = priceFeed.state()
    if (!state || !isLive(state, serverClock.nowMs())) plan(0)
  }
  document.addEventListener('visibilitychange', catchUp, { signal })
  addEventListener('online', catchUp, { signal })
  plan(priceFeed.state() ? silentMs : 0)
  return () => {
    clearTimeout(timer)
    stop()
    leaving.abort()
  }
}
