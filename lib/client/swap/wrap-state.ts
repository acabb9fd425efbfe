/** Which way between the native token and its wrapped form. */
export type WrapDirection = 'wrap' | 'unwrap'

/** A wrap or unwrap that the wallet is asked for, or has sent; what is told of an older `id` is of no interest. */
export type WrapUnderWay = {
  readonly at: 'wallet' | 'chain'
  readonly id: number
  readonly direction: WrapDirection
  /**
   * Whether the transaction may never be mined: the owners of a contract wallet can drop it, and a reloaded page does
   * not know its state.
   */
  readonly canVanish: boolean
  /** Nothing has come for a minute: the wallet may be asked again. */
  readonly isLate: boolean
}

/** What happens to it. */
export type WrapEvent =
  | ({ readonly type: 'ask' } & Asked & { readonly isContract: boolean })
  /** A reloaded page knows of a pending transaction. */
  | ({ readonly type: 'resume' } & Asked)
  /** What was asked for has not come for a minute. */
  | { readonly type: 'late'; readonly id: number }
  /** The wallet has the transaction. */
  | { readonly type: 'send'; readonly id: number }
  /** It is on the chain, or never will be. */
  | { readonly type: 'end'; readonly id: number }

type Asked = { readonly id: number; readonly direction: WrapDirection }

/** What is under way after an event; undefined: nothing. */
export function nextWrap(
  wrap: WrapUnderWay | undefined,
  event: WrapEvent,
): WrapUnderWay | undefined {
  if (event.type === 'ask' || event.type === 'resume') {
    if (wrap !== undefined && !wrap.isLate) return wrap
    const { id, direction } = event
    return event.type === 'ask'
      ? { at: 'wallet', id, direction, canVanish: event.isContract, isLate: false }
      : { at: 'chain', id, direction, canVanish: true, isLate: false }
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
 * What is worth waiting for a minute: the wallet's answer, and what may never come; what a key has signed may still come,
 * and would be done twice.
 */
export function awaitedWrap(wrap: WrapUnderWay | undefined): WrapUnderWay | undefined {
  if (wrap === undefined || wrap.isLate) return undefined
  return wrap.at === 'wallet' || wrap.canVanish ? wrap : undefined
}
