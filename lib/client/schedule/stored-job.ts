import { deserialize, serialize } from 'wagmi'
import { storedText } from '@/lib/client/stored-text'
import type { Address } from '@/lib/core/address'
import { type JobEvent, type JobState, nextJob, pausedJob, type SigningJob } from './signing-job'

/** The account and network of a job. */
export type JobOf = { readonly chainId: number; readonly owner: Address }

/** The job of an account on a network, stored in this browser until it is done. */
export type JobStore = {
  readonly read: () => JobState | undefined
  /** Begins a job, paused. */
  readonly begin: (job: SigningJob) => void
  /** Applies an event; without a job, nothing happens. */
  readonly send: (event: JobEvent) => void
  /** Forgets the job; what the service has remains. */
  readonly forget: () => void
  readonly watch: (listener: () => void) => () => void
}

const stores = new Map<string, JobStore>()

let runs = 0

/** Returns the number of a new run, unique on this page: answers to older runs have no effect. */
export function nextRunId(): number {
  runs += 1
  return runs
}

/** Returns the store of an account's job, one instance per account and network. */
export function jobStoreOf({ chainId, owner }: JobOf): JobStore {
  const name = `coincide.schedule ${chainId} ${owner}`
  const store = stores.get(name) ?? createJobStore(name)
  stores.set(name, store)
  return store
}

function createJobStore(name: string): JobStore {
  const stored = storedText(name)
  const listeners = new Set<() => void>()
  const found = parseJob(stored.read())
  let state = found && pausedJob(found)
  const set = (next: JobState | undefined) => {
    const isDone = next === undefined || next.phase.at === 'done'
    if (next?.job !== state?.job || isDone) stored.write(isDone ? null : serialize(next.job))
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    begin: (job) => set(pausedJob(job)),
    send: (event) => {
      const next = state && nextJob(state, event)
      if (next !== state) set(next)
    },
    forget: () => set(undefined),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Parses a stored job; undefined for foreign or damaged texts. */
export function parseJob(text: string | null): SigningJob | undefined {
  try {
    const job = deserialize<SigningJob | undefined>(text ?? 'null')
    const isJob = Array.isArray(job?.parts) && job.parts.every((part) => isPart(part))
    return isJob ? job : undefined
  } catch {
    return undefined
  }
}

function isPart(part: Partial<SigningJob['parts'][number]> | null): boolean {
  return (
    typeof part?.sellAmount === 'bigint' &&
    typeof part.buyAmount === 'bigint' &&
    typeof part.validFrom === 'number' &&
    typeof part.validTo === 'number'
  )
}
