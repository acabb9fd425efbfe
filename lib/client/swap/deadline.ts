import type { AccountKind } from '@/lib/client/wallet/account-code'
import { nextSetting } from './setting-text'

/** Default validity of the form's orders in seconds; longer for contract wallets, whose owners take time to confirm. */
export const usualDeadlineSeconds: Readonly<Record<AccountKind, number>> = {
  key: 1_800,
  contract: 7_200,
}

/** Time for a signature and one auction. */
const minMinutes = 2
/** Owners of a contract wallet may take hours to confirm. */
const maxMinutes: Readonly<Record<AccountKind, number>> = { key: 180, contract: 720 }

/** Parses typed whole minutes to seconds; undefined if it is not a valid deadline. */
export function parseDeadline(text: string, owner: AccountKind): number | undefined {
  const plain = text.trim()
  if (!/^[0-9]{1,4}$/.test(plain)) return undefined
  const minutes = Number(plain)
  return minutes >= minMinutes && minutes <= maxMinutes[owner] ? minutes * 60 : undefined
}

/** Applies an event to the deadline in minutes; empty for the default. */
export const nextDeadline = (owner: AccountKind) =>
  nextSetting((text) => parseDeadline(text, owner))

/** The current deadline, and whether the typed one is invalid. */
export type DeadlineView = {
  readonly text: string
  readonly seconds: number
  /** The default. */
  readonly usualSeconds: number
  readonly isInvalid: boolean
  /** Allowed range in whole minutes. */
  readonly range: { readonly least: number; readonly most: number }
}

/** Returns the current deadline: the typed one if it is valid, else the default. */
export function viewDeadline(text: string, owner: AccountKind): DeadlineView {
  const chosen = parseDeadline(text, owner)
  const usualSeconds = usualDeadlineSeconds[owner]
  return {
    text,
    seconds: chosen ?? usualSeconds,
    usualSeconds,
    isInvalid: text.trim() !== '' && chosen === undefined,
    range: { least: minMinutes, most: maxMinutes[owner] },
  }
}
