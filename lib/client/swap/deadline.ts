import type { AccountKind } from '@/lib/client/wallet/account-code'
import { nextSetting } from './setting-text'

/**
 * Seconds that an order of the form can be settled, unless its owner says otherwise: those who sign for a contract come
 * together slowly.
 */
export const usualDeadlineSeconds: Readonly<Record<AccountKind, number>> = {
  key: 1_800,
  contract: 7_200,
}

const minMinutes = 2
/** Those who sign for a contract may take hours to come together. */
const maxMinutes: Readonly<Record<AccountKind, number>> = { key: 180, contract: 720 }

/** Reads whole minutes, as typed, into seconds; undefined when it is no deadline that can be chosen. */
export function parseDeadline(text: string, owner: AccountKind): number | undefined {
  const plain = text.trim()
  if (!/^[0-9]{1,4}$/.test(plain)) return undefined
  const minutes = Number(plain)
  return minutes >= minMinutes && minutes <= maxMinutes[owner] ? minutes * 60 : undefined
}

/** The deadline, in minutes, after an event; empty where the usual one holds. */
export const nextDeadline = (owner: AccountKind) =>
  nextSetting((text) => parseDeadline(text, owner))

/** The deadline that holds, and whether what was typed is none. */
export type DeadlineView = {
  readonly text: string
  readonly seconds: number
  /** What holds where none was typed. */
  readonly usualSeconds: number
  readonly isInvalid: boolean
  /** Whole minutes that can be chosen. */
  readonly range: { readonly least: number; readonly most: number }
}

/** Reads what holds: what was typed where it is a deadline, else the usual one. */
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
