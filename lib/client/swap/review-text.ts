import type { LeaveReason } from './review-state'
import { slippageText } from './slippage'
import type { ValueLoss } from './value-loss'

/** What is to be typed to agree to a critical loss. */
export const confirmWord = 'confirm'

/** Title and advice. */
export type LeaveText = { readonly title: string; readonly advice: string }

const leaves: Readonly<Record<Exclude<LeaveReason, 'closed'>, LeaveText>> = {
  'other-account': {
    title: 'Account changed',
    advice: 'The review was closed. The price is asked for the account that is connected now.',
  },
  'other-network': {
    title: 'The wallet changed its network',
    advice: 'The review was closed. Nothing was submitted.',
  },
  disconnected: {
    title: 'The wallet disconnected',
    advice: 'Your input is kept. Connect again to go on.',
  },
  balance: {
    title: 'Not enough balance',
    advice: 'Your balance is less than the order gives. It was read again.',
  },
  amount: {
    title: 'The amount is too large',
    advice: 'Orders cannot count that far. Enter a smaller amount.',
  },
}

/** Why a review was closed; undefined where its owner closed it. */
export function leaveText(why: LeaveReason): LeaveText | undefined {
  return why === 'closed' ? undefined : leaves[why]
}

/** What is agreed to where an order loses value, or nobody knows whether it does. */
export function lossConsentText(loss: ValueLoss, lossBps: number | undefined): string {
  return loss === 'unknown' || lossBps === undefined
    ? 'I know what both tokens are worth; no dollar price was found to compare them.'
    : `What I get is worth ${(lossBps / 100).toFixed(1)} % less than what I pay.`
}

/** What is agreed to where the slippage is large. */
export function slippageConsentText(slippageBps: number): string {
  return `I may get up to ${slippageText(slippageBps)} less than quoted.`
}
