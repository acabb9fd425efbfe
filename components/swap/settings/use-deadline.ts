'use client'

import type { Dispatch } from 'react'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { type DeadlineView, nextDeadline, viewDeadline } from '@/lib/client/swap/deadline'
import type { SettingEvent } from '@/lib/client/swap/setting-text'
import { useSetting } from './use-setting'

/** The current deadline, and a function that changes it. */
export type DeadlineChoice = DeadlineView & { readonly change: Dispatch<SettingEvent> }

/** Returns the validity of the form's orders: the one stored in this browser, else the default. */
export function useDeadline(): DeadlineChoice {
  const kind = useAccountKind() ?? 'key'
  const [{ text }, change] = useSetting('deadline', nextDeadline(kind))
  return { ...viewDeadline(text, kind), change }
}
