'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { announceCancellations } from '@/lib/client/orders/own-cancellations'
import { type Address, toAddress } from '@/lib/core/address'
import type { EditedSchedule } from './edited-schedule'
import { schedulesKey } from './use-schedules'

/** The cancellation of a schedule's open orders. */
export type Replace = {
  readonly isNeeded: boolean
  readonly isBusy: boolean
  readonly isDone: boolean
  readonly error: unknown
  readonly run: () => void
}

/** Cancels the open orders of a schedule, by one confirmation; `onDone` is called once the service has it. */
export function useReplace(
  owner: Address,
  edited: EditedSchedule | undefined,
  onDone?: () => void,
): Replace {
  const config = useConfig()
  const queries = useQueryClient()
  const { settings, network } = useSettings()
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [error, setError] = useState<unknown>()
  const run = async () => {
    if (!edited) return
    setState('busy')
    setError(undefined)
    const takeBack = announceCancellations(edited.open.map(({ uid }) => uid))
    try {
      const { cancelParts } = await import('./cancel-parts')
      const settlementContract = toAddress(settings.settlementContract)
      await cancelParts(config, { owner, network, settlementContract, orders: edited.open })
      setState('done')
      onDone?.()
    } catch (cause) {
      takeBack()
      setError(cause)
      setState('idle')
    }
    void queries.invalidateQueries({ queryKey: [schedulesKey] })
  }
  return {
    isNeeded: edited !== undefined && edited.open.length > 0 && state !== 'done',
    ...{ isBusy: state === 'busy', isDone: state === 'done', error },
    run: () => void run(),
  }
}
