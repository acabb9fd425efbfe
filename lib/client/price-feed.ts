import { ApiError, type Dated } from './request'

/** How current the prices on the page are. */
export type PriceState = {
  /** Time of the newest price in milliseconds, by the service's clock. */
  readonly asOfMs: number
  /** Whether the last request for prices failed. */
  readonly hasFailed: boolean
}

/** Follows the requests for prices of all parts of a page. */
export type PriceFeed = {
  /** Notes the answer to a request for prices, and returns it. */
  readonly follow: <T>(answer: Promise<Dated<T>>) => Promise<Dated<T>>
  /** Undefined until a price is known. The same object until something changes. */
  readonly state: () => PriceState | undefined
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a feed that has seen no price. */
export function createPriceFeed(): PriceFeed {
  const listeners = new Set<() => void>()
  let state: PriceState | undefined
  const put = (next: PriceState) => {
    if (next.asOfMs === state?.asOfMs && next.hasFailed === state.hasFailed) return
    state = next
    for (const each of listeners) each()
  }
  const received = ({ asOfMs }: Dated<unknown>) => {
    // A cached answer may be older than what is known.
    if (asOfMs === undefined) return
    put({ asOfMs: Math.max(asOfMs, state?.asOfMs ?? 0), hasFailed: false })
  }
  const failed = (error: unknown) => {
    if (state && isOutage(error)) put({ ...state, hasFailed: true })
  }
  return {
    follow: (answer) => {
      answer.then(received, failed)
      return answer
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A token without a price is no outage, and neither is a request that the page gave up. */
function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500
  return error instanceof TypeError
}

/** The page's shared feed. */
export const priceFeed = createPriceFeed()

/** Prices are computed and requested once a minute: older ones have missed a turn. */
const freshMs = 2 * 60_000

/** Returns whether prices arrive: the last request succeeded, and the newest price is at most two minutes old. */
export function isLive({ asOfMs, hasFailed }: PriceState, nowMs: number): boolean {
  return !hasFailed && nowMs - asOfMs <= freshMs
}
