'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Config, useConfig } from 'wagmi'
import { type ServedNetwork, useSettings } from '@/components/app/settings'
import { openClaimKey } from '@/components/swap/consent/use-open-claim'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { usePendingTimeout, useRequests } from '@/components/wallet/use-requests'
import type { JobTools } from '@/lib/client/schedule/run-job'
import type { JobState, SigningJob } from '@/lib/client/schedule/signing-job'
import { type JobStore, jobStoreOf, nextRunId } from '@/lib/client/schedule/stored-job'
import { serverClock } from '@/lib/client/server-clock'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import { schedulesKey } from './use-schedules'

/** The account's job, and its actions. */
export type Signing = {
  /** Undefined if nothing is to be signed. */
  readonly state: JobState | undefined
  /** What paused the job by itself. */
  readonly error: unknown
  readonly begin: (job: SigningJob) => void
  readonly run: () => void
  readonly pause: () => void
  /** Gives up what the service does not have yet. */
  readonly forget: () => void
}

/** Runs the job of the connected account: it is stored until it is done, and pauses when the page is left. */
export function useSigningJob(owner: Address | undefined): Signing {
  const config = useConfig()
  const queries = useQueryClient()
  const { settings, network } = useSettings()
  const isContract = useAccountKind() === 'contract'
  const requests = useRequests()
  const [error, setError] = useState<unknown>()
  const store = jobStoreOf({ chainId: network.chainId, owner: owner ?? zeroAddress })
  const state = useSyncExternalStore(store.watch, store.read, () => undefined)
  const { phase } = state ?? {}
  const awaited = phase && 'isLate' in phase && !phase.isLate ? phase : undefined
  usePendingTimeout(awaited, store.send)
  useEffect(() => {
    return () => {
      requests.stop()
      store.send({ type: 'stop' })
    }
  }, [store, requests])

  const renew = () => {
    void queries.invalidateQueries({ queryKey: [openClaimKey] })
    void queries.invalidateQueries({ queryKey: [schedulesKey] })
  }
  const run = async () => {
    const { signal } = requests.begin()
    const id = nextRunId()
    setError(undefined)
    const { runJob } = await import('@/lib/client/schedule/run-job')
    const settlementContract = toAddress(settings.settlementContract)
    const spender = toAddress(settings.vaultRelayerContract)
    const place = { network, settlementContract, spender, isContract, signal }
    const cause = await runJob(store, id, await toolsOf(config, store, place))
    if (!signal.aborted) setError(cause)
    renew()
  }
  return {
    state,
    error,
    begin: (job) => {
      store.begin(job)
      void run()
    },
    run: () => void run(),
    pause: () => store.send({ type: 'pause' }),
    forget: () => {
      requests.stop()
      store.forget()
      renew()
    },
  }
}

type Place = {
  readonly network: ServedNetwork
  readonly settlementContract: Address
  readonly spender: Address
  readonly isContract: boolean
  readonly signal: AbortSignal
}

/** The wallet and the service as the job uses them; loaded when something is signed. */
async function toolsOf(config: Config, store: JobStore, place: Place): Promise<JobTools> {
  const { jobTools } = await import('./job-tools')
  return jobTools(config, {
    ...place,
    job: () => store.read()?.job,
    nowMs: () => serverClock.nowMs(),
  })
}
