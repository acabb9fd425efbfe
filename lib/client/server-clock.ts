/** The clocks of this machine, in milliseconds. */
export type LocalClocks = {
  /** May be wrong, and may be set at any time. */
  readonly wallMs: () => number
  /** Runs on from when the page began. */
  readonly runningMs: () => number
}

/** The service's clock, as its answers tell it. */
export type ServerClock = {
  /** Takes in the time of an answer (`Date`). The newest counts: what a cache answers tells an old one. */
  readonly hear: (date: string | null) => void
  /** The service's time in milliseconds; this machine's until an answer has told it. */
  readonly nowMs: () => number
}

/** A clock of the service that has heard of no time yet. */
export function createServerClock({ wallMs, runningMs }: LocalClocks): ServerClock {
  let zeroMs: number | undefined
  return {
    hear: (date) => {
      const toldMs = Date.parse(date ?? '')
      if (Number.isNaN(toldMs)) return
      zeroMs = Math.max(zeroMs ?? Number.NEGATIVE_INFINITY, toldMs - runningMs())
    },
    nowMs: () => (zeroMs === undefined ? wallMs() : zeroMs + runningMs()),
  }
}

/** The service's clock for all of the page. */
export const serverClock = createServerClock({
  wallMs: () => Date.now(),
  runningMs: () => performance.now(),
})
