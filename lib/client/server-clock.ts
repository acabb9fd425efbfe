/** This machine's clocks, in milliseconds. */
export type LocalClocks = {
  /** May be wrong, and may be changed at any time. */
  readonly wallMs: () => number
  /** Monotonic since the page was opened. */
  readonly runningMs: () => number
}

/** The service's clock, derived from its answers. */
export type ServerClock = {
  /** Updates the clock from an answer's `Date`. Only the newest counts, since cached answers carry old ones. */
  readonly update: (date: string | null) => void
  /** The service's time in milliseconds; this machine's time before the first answer. */
  readonly nowMs: () => number
}

/** Creates a clock that has not seen an answer yet. */
export function createServerClock({ wallMs, runningMs }: LocalClocks): ServerClock {
  let zeroMs: number | undefined
  return {
    update: (date) => {
      const serverMs = Date.parse(date ?? '')
      if (Number.isNaN(serverMs)) return
      zeroMs = Math.max(zeroMs ?? Number.NEGATIVE_INFINITY, serverMs - runningMs())
    },
    nowMs: () => (zeroMs === undefined ? wallMs() : zeroMs + runningMs()),
  }
}

/** The page's shared service clock. */
export const serverClock = createServerClock({
  wallMs: () => Date.now(),
  runningMs: () => performance.now(),
})
