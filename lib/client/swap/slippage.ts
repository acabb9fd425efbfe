/** Slippage where the service has no value for a pair, in basis points. */
export const defaultSlippageBps = 50

/** The most that can be chosen, in basis points. */
export const largestSlippageBps = 5_000

const notableBps = 200
const largeBps = 2_000

/** How much a slippage is: `notable` ones are shown with emphasis, `large` ones need their owner's consent. */
export type SlippageSize = 'usual' | 'notable' | 'large'

/** How much a slippage is: more than 2 % is notable, 20 % is large. */
export function slippageSize(bps: number): SlippageSize {
  if (bps >= largeBps) return 'large'
  return bps > notableBps ? 'notable' : 'usual'
}

/** Where a slippage comes from. */
export type SlippageSource = 'default' | 'automatic' | 'custom'

/** A slippage and where it comes from. */
export type Slippage = { readonly bps: number; readonly source: SlippageSource }

/** The slippage that holds: the owner's, else the service's, else the default. */
export function chooseSlippage(
  custom: number | undefined,
  automatic: number | undefined,
): Slippage {
  if (custom !== undefined) return { bps: custom, source: 'custom' }
  if (automatic === undefined) return { bps: defaultSlippageBps, source: 'default' }
  return { bps: Math.min(automatic, largestSlippageBps), source: 'automatic' }
}

/** Reads percent, as typed, into basis points; undefined when it is no slippage that can be chosen. */
export function parseSlippage(text: string): number | undefined {
  const plain = text.trim().replace('%', '').replace(',', '.').trim()
  if (!/^[0-9]{1,2}(?:\.[0-9]{0,2})?$/.test(plain)) return undefined
  const bps = Math.round(Number(plain) * 100)
  return bps <= largestSlippageBps ? bps : undefined
}
