'use client'

import type { Dispatch } from 'react'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { type DeadlineView, nextDeadline, viewDeadline } from '@/lib/client/swap/deadline'
import type { SettingEvent } from '@/lib/client/swap/setting-text'
import { useSetting } from './use-setting'

/** The deadline that holds, and how it is changed. */
export type DeadlineChoice = DeadlineView & { readonly change: Dispatch<SettingEvent> }

/** How long an order of the form can be settled: as this browser keeps it, else the usual time. */
export function useDeadline(): DeadlineChoice {
  const kind = useAccountKind() ?? 'key'
  const [{ text }, change] = useSetting('deadline', nextDeadline(kind))
  return { ...viewDeadline(text, kind), change }
}
