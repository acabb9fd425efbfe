import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A call that a settlement makes before or after an order's trades, as app data writes it. */
export type AppDataHook = {
  readonly target: Address
  readonly callData: Hex
  readonly gasLimit: string
}

/** Units of gas that a permit may take; those of known tokens take less. */
export const permitGas = '100000'

/** A hook that costs what a permit costs, for the price of an order whose permit is not signed yet; it changes nothing. */
export const expectedPermitHook = (token: Address): AppDataHook => ({
  target: token,
  // DOMAIN_SEPARATOR()
  callData: '0x3644e515',
  gasLimit: permitGas,
})

type HookedDocument = { readonly metadata?: Readonly<Record<string, unknown>> }

/** Whether a hook of an app data document calls `target` before the trades; false for what is no document. */
export function hasPreHookOn(appData: string | null | undefined, target: Address): boolean {
  try {
    const { metadata } = JSON.parse(appData ?? '{}') as HookedDocument
    const { pre = [] } = (metadata?.hooks ?? {}) as { readonly pre?: readonly AppDataHook[] }
    return pre.some((hook) => hook.target.toLowerCase() === target)
  } catch {
    return false
  }
}

/** The app data of an order with a hook before its trades in place of others. */
export function withPreHook(appData: string, hook: AppDataHook): string {
  const document = JSON.parse(appData) as HookedDocument
  return JSON.stringify({
    ...document,
    metadata: { ...document.metadata, hooks: { pre: [hook] } },
  })
}
