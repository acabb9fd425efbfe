import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A hook: a call before or after an order's trades, as in its app data. */
export type AppDataHook = {
  readonly target: Address
  readonly callData: Hex
  readonly gasLimit: string
}

/** Gas limit of a permit; known tokens use less. */
export const permitGas = '100000'

/** A placeholder hook with the cost of a permit, to quote an order before its permit is signed; has no effect. */
export const expectedPermitHook = (token: Address): AppDataHook => ({
  target: token,
  // DOMAIN_SEPARATOR()
  callData: '0x3644e515',
  gasLimit: permitGas,
})

type HookedDocument = { readonly metadata?: Readonly<Record<string, unknown>> }

/** Returns whether a pre-hook of an app data document calls `target`; false for an invalid document. */
export function hasPreHookOn(appData: string | null | undefined, target: Address): boolean {
  return preHookTargets(appData).includes(target)
}

/** Returns the contracts that the pre-hooks of an app data document call; none for an invalid document. */
export function preHookTargets(appData: string | null | undefined): readonly Address[] {
  try {
    const { metadata } = JSON.parse(appData ?? '{}') as HookedDocument
    const { pre = [] } = (metadata?.hooks ?? {}) as { readonly pre?: readonly AppDataHook[] }
    return pre.map((hook) => hook.target.toLowerCase() as Address)
  } catch {
    return []
  }
}

/** Replaces the pre-hooks in an order's app data by one hook. */
export function withPreHook(appData: string, hook: AppDataHook): string {
  const document = JSON.parse(appData) as HookedDocument
  return JSON.stringify({
    ...document,
    metadata: { ...document.metadata, hooks: { pre: [hook] } },
  })
}
