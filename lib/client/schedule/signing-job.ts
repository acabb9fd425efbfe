import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type PlannedPart, postpone } from './plan'

/** How the parts are authorised: each by a signature, or all by one bundle of calls that presigns them. */
export type JobWay = 'each' | 'batch'

/** A part on its way to the service. */
export type JobPart = PlannedPart & {
  /** The signed or placed order's uid. */
  readonly uid?: Hex
  /** Kept until the service has the order, so that the wallet need not be asked twice. */
  readonly signature?: Hex
  readonly isPlaced: boolean
}

/** A schedule whose parts are being signed and submitted; it survives a reload. */
export type SigningJob = {
  /** Its name in the app data of the parts. */
  readonly schedule: string
  readonly chainId: number
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  readonly referrerCode: string | undefined
  readonly way: JobWay
  /** In the sequence of their times. */
  readonly parts: readonly JobPart[]
}

/** Why a job has paused by itself. */
export type JobTrouble =
  | 'declined'
  /** The service rejects a part; trying again does not help. */
  | 'refused'
  /** The wallet, the service or the chain did not answer. */
  | 'failed'

/** What a job does now. */
export type JobPhase =
  | { readonly at: 'paused'; readonly trouble?: JobTrouble }
  /** The wallet is asked for a signature, or the service for a part; answers to an older `id` are ignored. */
  | {
      readonly at: 'signing' | 'placing'
      readonly id: number
      /** Ends after the current part. */
      readonly isPausing: boolean
      /** The wallet has been silent for a minute. */
      readonly isLate: boolean
    }
  /** The service takes no more orders in this second. */
  | { readonly at: 'waiting'; readonly id: number; readonly untilMs: number }
  /** The wallet is asked for the bundle, or has sent it. */
  | { readonly at: 'confirming' | 'sent'; readonly id: number; readonly isLate: boolean }
  | { readonly at: 'done' }

/** A job and what it does. */
export type JobState = { readonly job: SigningJob; readonly phase: JobPhase }

/** Events of a job. */
export type JobEvent =
  | { readonly type: 'start'; readonly id: number; readonly nowSeconds: number }
  | { readonly type: 'sign'; readonly id: number; readonly uid: Hex; readonly signature: Hex }
  | { readonly type: 'place'; readonly id: number; readonly uid: Hex; readonly nowSeconds: number }
  | { readonly type: 'limit'; readonly id: number; readonly untilMs: number }
  | { readonly type: 'retry'; readonly id: number }
  | { readonly type: 'send'; readonly id: number }
  | { readonly type: 'finish'; readonly id: number }
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'fail'; readonly id: number; readonly trouble: JobTrouble }
  | { readonly type: 'pause' }
  /** The page is left: nothing more is requested. */
  | { readonly type: 'stop' }

/** A job that has not begun, or that a reload has interrupted. */
export const pausedJob = (job: SigningJob): JobState => ({
  job,
  phase: job.way === 'each' && nextPart(job) === undefined ? { at: 'done' } : { at: 'paused' },
})

/** The part to sign or to place next; undefined once the service has all. */
export function nextPart({ parts }: Pick<SigningJob, 'parts'>): JobPart | undefined {
  return parts.find(({ isPlaced }) => !isPlaced)
}

/** The number of parts that the service has. */
export const placedParts = ({ parts }: Pick<SigningJob, 'parts'>): number =>
  parts.filter(({ isPlaced }) => isPlaced).length

/** Time for a signature and one auction. */
const spareSeconds = 120

/** Applies an event. */
export function nextJob(state: JobState, event: JobEvent): JobState {
  const { phase, job } = state
  if (event.type === 'start') {
    if (phase.at !== 'paused') return state
    const moved = inTime(job, event.nowSeconds)
    return { job: moved, phase: phaseOf(moved, event.id) }
  }
  if (event.type === 'pause') return { ...state, phase: paused(phase) }
  if (event.type === 'stop') {
    return phase.at === 'done' ? state : { ...state, phase: { at: 'paused' } }
  }
  return 'id' in phase && phase.id === event.id ? afterAnswer(state, event) : state
}

/** Returns whether something is requested, so that the job can be paused. */
export const isRunning = ({ at }: JobPhase): boolean => at !== 'paused' && at !== 'done'

/**
 * A signature or an order on its way is not given up: the job pauses after it. A bundle that the wallet holds can only be
 * declined there, unless the wallet is silent.
 */
function paused(phase: JobPhase): JobPhase {
  switch (phase.at) {
    case 'signing':
    case 'placing':
      return phase.isLate ? { at: 'paused' } : { ...phase, isPausing: true }
    case 'waiting':
      return { at: 'paused' }
    case 'confirming':
    case 'sent':
      return phase.isLate ? { at: 'paused' } : phase
    default:
      return phase
  }
}

type Answer = Exclude<JobEvent, { readonly type: 'start' | 'pause' | 'stop' }>

function afterAnswer({ job, phase }: JobState, event: Answer): JobState {
  const { id } = event
  switch (event.type) {
    case 'sign': {
      const { uid, signature } = event
      const signed = withNext(job, { uid, signature })
      return { job: signed, phase: step(phase, { at: 'placing', id }) }
    }
    case 'place': {
      const placed = inTime(withPlaced(job, event.uid), event.nowSeconds)
      return isPausing(phase) && nextPart(placed)
        ? { job: placed, phase: { at: 'paused' } }
        : { job: placed, phase: phaseOf(placed, id) }
    }
    case 'limit':
      return isPausing(phase)
        ? { job, phase: { at: 'paused' } }
        : { job, phase: { at: 'waiting', id, untilMs: event.untilMs } }
    case 'retry':
      return phase.at === 'waiting' ? { job, phase: phaseOf(job, id) } : { job, phase }
    case 'send':
      return phase.at === 'confirming'
        ? { job, phase: { at: 'sent', id, isLate: false } }
        : { job, phase }
    case 'finish':
      return { job, phase: { at: 'done' } }
    case 'late':
      return 'isLate' in phase ? { job, phase: { ...phase, isLate: true } } : { job, phase }
    case 'fail':
      return { job, phase: { at: 'paused', trouble: event.trouble } }
  }
}

const isPausing = (phase: JobPhase) => 'isPausing' in phase && phase.isPausing

function step(phase: JobPhase, { at, id }: { at: 'placing'; id: number }): JobPhase {
  return { at, id, isPausing: isPausing(phase), isLate: false }
}

/** What comes next in a running job. */
function phaseOf(job: SigningJob, id: number): JobPhase {
  const next = nextPart(job)
  if (!next) return job.way === 'each' ? { at: 'done' } : { at: 'confirming', id, isLate: false }
  const at = job.way === 'batch' || next.signature !== undefined ? 'placing' : 'signing'
  return { at, id, isPausing: false, isLate: false }
}

function withNext(job: SigningJob, signed: Pick<JobPart, 'uid' | 'signature'>): SigningJob {
  const next = nextPart(job)
  return { ...job, parts: job.parts.map((part) => (part === next ? { ...part, ...signed } : part)) }
}

/** The signature has served its purpose. */
function withPlaced(job: SigningJob, uid: Hex): SigningJob {
  const next = nextPart(job)
  const parts = job.parts.map((part) => {
    if (part !== next) return part
    const { signature: _, ...kept } = part
    return { ...kept, uid, isPlaced: true }
  })
  return { ...job, parts }
}

/** Moves parts whose time has passed while the job was paused; they are signed again. */
function inTime(job: SigningJob, nowSeconds: number): SigningJob {
  const placed = job.parts.filter(({ isPlaced }) => isPlaced)
  const open = job.parts.filter(({ isPlaced }) => !isPlaced)
  const moved = postpone(open, { nowSeconds, spareSeconds })
  if (moved[0]?.validFrom === open[0]?.validFrom) return job
  return { ...job, parts: [...placed, ...moved.map(({ uid: _, signature: __, ...part }) => part)] }
}
