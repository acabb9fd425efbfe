import type { SlippageWarning } from './slippage-state'

/** What is said where a text is no slippage. */
export const slippageErrorText = 'Enter 0 to 50, with two decimals at most.'

const warnings: Readonly<Record<SlippageWarning, string>> = {
  low: 'So little slippage that the order may expire unfilled.',
  high: 'You may get much less than quoted.',
}

/** What slippage is, or what is unusual about the one that was chosen. */
export function slippageHint(warning: SlippageWarning | undefined): string {
  return warning
    ? warnings[warning]
    : 'How much worse than quoted the price may be when the order is settled.'
}
