/** The direction: wrap or unwrap. */
export type WrapDirection = 'wrap' | 'unwrap'

/** A requested or pending wrap; events with an older `id` are ignored. */
export type PendingWrap = {
  readonly at: 'wallet' | 'chain'
  readonly id: number
  readonly direction: WrapDirection
  /**
   * Whether the transaction may never be mined: owners of a contract wallet can drop it, and a reloaded page does not
   * know its state.
   */
  readonly canVanish: boolean
  /** Pending for a minute: the wallet may be asked again. */
  readonly isLate: boolean
}

/** Events of a wrap. */
export type WrapEvent =
  | ({ readonly type: 'ask' } & WrapRequest & { readonly isContract: boolean })
  /** A pending transaction from before a reload. */
  | ({ readonly type: 'resume' } & WrapRequest)
  /** The request has been pending for a minute. */
  | { readonly type: 'late'; readonly id: number }
  /** The wallet has sent the transaction. */
  | { readonly type: 'send'; readonly id: number }
  /** It is mined, or never will be. */
  | { readonly type: 'end'; readonly id: number }

type WrapRequest = { readonly id: number; readonly direction: WrapDirection }

/** Applies an event; undefined: nothing is pending. */
export function nextWrap(wrap: PendingWrap | undefined, event: WrapEvent): PendingWrap | undefined {
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
 * What to time out after a minute: the wallet's answer, and what may never be mined; a transaction signed by a key may
 * still be mined, and a second one would wrap twice.
 */
export function awaitedWrap(wrap: PendingWrap | undefined): PendingWrap | undefined {
  if (wrap === undefined || wrap.isLate) return undefined
  return wrap.at === 'wallet' || wrap.canVanish ? wrap : undefined
}
