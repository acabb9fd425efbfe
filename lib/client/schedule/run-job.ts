import type { ConsentedOrder } from '@/lib/client/ensure-order'
import { ApiError, waitBefore } from '@/lib/client/request'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { SigningScheme } from '@/lib/core/order'
import { type PartOrder, partOrder } from './part-order'
import { type JobPhase, type JobTrouble, nextPart, type SigningJob } from './signing-job'
import type { JobStore } from './stored-job'

/** What a job needs of the wallet, the service and the clock. */
export type JobTools = {
  readonly settlementContract: Address
  /** The scheme of the signatures that {@link JobTools.sign} returns. */
  readonly scheme: Extract<SigningScheme, 'eip712' | 'eip1271'>
  readonly sign: (part: PartOrder) => Promise<Hex>
  /** Submits a part once, without retries. */
  readonly submit: (part: ConsentedOrder) => Promise<void>
  /** Has the wallet presign all parts in one bundle, and returns when it is mined. */
  readonly confirm: (uids: readonly Hex[], onSent: () => void) => Promise<void>
  /** The service's time in milliseconds. */
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** A number in [0, 1). */
  readonly random: () => number
}

/** Submissions are at least this far apart: the service takes about five a second. */
const spacingMs = 250
/** Failures in a row that may pass, after which the job pauses. */
const maxTries = 8

/**
 * Runs a job from where it is until it is done, paused or stopped. After a 429 it waits as long as the service asks and
 * submits the same part again. Events carry `id`; once another run has begun, this one changes nothing.
 *
 * Returns the error that paused it, if any.
 */
export async function runJob(store: JobStore, id: number, tools: JobTools): Promise<unknown> {
  store.send({ type: 'start', id, nowSeconds: Math.floor(tools.nowMs() / 1_000) })
  let tries = 0
  for (;;) {
    const state = store.read()
    if (!state || !isOurs(state.phase, id)) return undefined
    try {
      if (state.phase.at === 'waiting') {
        await tools.sleep(Math.max(0, state.phase.untilMs - tools.nowMs()))
        store.send({ type: 'retry', id })
      } else {
        await advance(store, state.job, { id, at: state.phase.at, tools })
        tries = 0
      }
    } catch (error) {
      tries += 1
      // The wallet is asked again only when its owner says so.
      const mayRetry = state.phase.at === 'placing' && tries < maxTries
      const waitMs = mayRetry ? waitAfter(error, tries, tools.random()) : undefined
      if (waitMs === undefined) {
        store.send({ type: 'fail', id, trouble: troubleOf(error) })
        return error
      }
      store.send({ type: 'limit', id, untilMs: tools.nowMs() + waitMs })
    }
  }
}

const isOurs = (phase: JobPhase, id: number) => 'id' in phase && phase.id === id

type Step = { readonly id: number; readonly at: JobPhase['at']; readonly tools: JobTools }

async function advance(store: JobStore, job: SigningJob, { id, at, tools }: Step): Promise<void> {
  const next = nextPart(job)
  if (!next) {
    const uids = job.parts.flatMap(({ uid }) => uid ?? [])
    await tools.confirm(uids, () => store.send({ type: 'send', id }))
    store.send({ type: 'finish', id })
    return
  }
  const part = partOrder(job, next, tools.settlementContract)
  if (at === 'signing') {
    store.send({ type: 'sign', id, uid: part.uid, signature: await tools.sign(part) })
    return
  }
  await tools.submit(consented(job, part, { signature: next.signature, tools }))
  const nowSeconds = Math.floor(tools.nowMs() / 1_000)
  store.send({ type: 'place', id, uid: part.uid, nowSeconds })
  await tools.sleep(spacingMs)
}

function consented(
  { owner, way }: SigningJob,
  { uid, order, appData }: PartOrder,
  { signature, tools }: { readonly signature: Hex | undefined; readonly tools: JobTools },
): ConsentedOrder {
  const consent =
    way === 'batch'
      ? ({ signingScheme: 'presign', signature: '0x' } as const)
      : { signingScheme: tools.scheme, signature: signature ?? '0x' }
  return { uid, submission: { order, from: owner, ...consent, quoteId: undefined, appData } }
}

/** Milliseconds until the same request may succeed; undefined if it will not. Spec: Errors. */
function waitAfter(error: unknown, tries: number, random: number): number | undefined {
  const isTransient =
    error instanceof ApiError
      ? error.status === 429 || error.status >= 500
      : error instanceof TypeError
  return isTransient ? waitBefore(tries, error, random) : undefined
}

function troubleOf(error: unknown): JobTrouble {
  if (isDeclined(error)) return 'declined'
  return error instanceof ApiError && error.status < 429 ? 'refused' : 'failed'
}
