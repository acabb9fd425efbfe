/** Which way between the native token and its wrapped form. */
export type WrapDirection = 'wrap' | 'unwrap'

/** A wrap or unwrap that the wallet is asked for, or has sent; what is told of an older `id` is of no interest. */
export type WrapUnderWay = {
  readonly at: 'wallet' | 'chain'
  readonly id: number
  readonly direction: WrapDirection
  /** Nothing has come for a minute: the wallet may be asked again. */
  readonly isLate: boolean
}

/** What happens to it. */
export type WrapEvent =
  | { readonly type: 'ask'; readonly id: number; readonly direction: WrapDirection }
  /** What was asked for has not come for a minute. */
  | { readonly type: 'late'; readonly id: number }
  /** The wallet has the transaction. */
  | { readonly type: 'send'; readonly id: number }
  /** It is on the chain, or never will be. */
  | { readonly type: 'end'; readonly id: number }

/** What is under way after an event; undefined: nothing. */
export function nextWrap(
  wrap: WrapUnderWay | undefined,
  event: WrapEvent,
): WrapUnderWay | undefined {
  if (event.type === 'ask') {
    const { id, direction } = event
    return wrap === undefined || wrap.isLate ? { at: 'wallet', id, direction, isLate: false } : wrap
  }
  if (wrap?.id !== event.id) return wrap
  switch (event.type) {
    case 'late':
      return { ...wrap, isLate: true }
    case 'send':
      return { ...wrap, at: 'chain', isLate: false }
    case 'end':
      return undefined
  }
}

/**
 * What is worth waiting for a minute: the wallet's answer, and the owners of a contract wallet; what a key has signed may
 * still come, and would be done twice.
 */
export function awaitedWrap(
  wrap: WrapUnderWay | undefined,
  isContract: boolean,
): WrapUnderWay | undefined {
  if (wrap === undefined || wrap.isLate) return undefined
  return wrap.at === 'wallet' || isContract ? wrap : undefined
}
