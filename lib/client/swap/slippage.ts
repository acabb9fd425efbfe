/** Default slippage in basis points, if the service has no value for a pair. */
export const defaultSlippageBps = 50

/** Maximum slippage in basis points. */
export const largestSlippageBps = 5_000

const notableBps = 200
const largeBps = 2_000

/** The level of a slippage: `notable` ones are emphasised, `large` ones need consent. */
export type SlippageSize = 'usual' | 'notable' | 'large'

/** Returns the level of a slippage: more than 2 % is notable, 20 % is large. */
export function slippageSize(bps: number): SlippageSize {
  if (bps >= largeBps) return 'large'
  return bps > notableBps ? 'notable' : 'usual'
}

/** The source of a slippage. */
export type SlippageSource = 'default' | 'automatic' | 'custom'

/** A slippage and its source. */
export type Slippage = { readonly bps: number; readonly source: SlippageSource }

/** Picks the slippage: the owner's, else the service's, else the default. */
export function chooseSlippage(
  custom: number | undefined,
  automatic: number | undefined,
): Slippage {
  if (custom !== undefined) return { bps: custom, source: 'custom' }
  if (automatic === undefined) return { bps: defaultSlippageBps, source: 'default' }
  return { bps: Math.min(automatic, largestSlippageBps), source: 'automatic' }
}

/** Parses typed percent to basis points; undefined if it is not a valid slippage. */
export function parseSlippage(text: string): number | undefined {
  const plain = text.trim().replace('%', '').replace(',', '.').trim()
  if (!/^[0-9]{1,2}(?:\.[0-9]{0,2})?$/.test(plain)) return undefined
  const bps = Math.round(Number(plain) * 100)
  return bps <= largestSlippageBps ? bps : undefined
}
