import { withTimeLimit } from '@/lib/core/deadline'

/** Readiness of a process or a network; `checks` has `ok` or the problem by name of the check. */
export type Readiness = {
  readonly ready: boolean
  readonly checks: Readonly<Record<string, string>>
}

/** One check. */
export type Check = {
  readonly name: string
  /** The problem if `run` throws. */
  readonly failure: string
  /** Returns the problem, if any. */
  readonly run: () => Promise<string | undefined>
  /** Whether a problem is shown but does not affect readiness. */
  readonly isAdvisory?: boolean
}

/** Milliseconds within which every check must answer. */
const checkTimeoutMs = 2_000

/** Runs checks at once. */
export async function runChecks(checks: readonly Check[]): Promise<Readiness> {
  const states = await Promise.all(checks.map(runCheck))
  return {
    ready: checks.every(({ isAdvisory }, index) => isAdvisory || states[index] === 'ok'),
    checks: Object.fromEntries(checks.map(({ name }, index) => [name, states[index] ?? 'ok'])),
  }
}

async function runCheck({ failure, run }: Check): Promise<string> {
  const late = () => `took longer than ${checkTimeoutMs} ms`
  try {
    return (await withTimeLimit(checkTimeoutMs, run(), late)) ?? 'ok'
  } catch {
    return failure
  }
}
