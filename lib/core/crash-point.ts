/** Points of a settlement, a delivery or a price alert at which a test may kill the process. */
export type CrashPoint =
  | 'before-sign'
  | 'after-sign'
  | 'after-commit'
  | 'after-send'
  | 'after-receipt'
  | 'after-event'
  | 'delivery-before-claim'
  | 'delivery-after-send'
  | 'delivery-after-mark'
  | 'delivery-before-release'
  | 'alert-before-commit'
  | 'alert-after-commit'

/** Kills the process when `CRASH_POINT` names this point, so that a test can prove that a restart loses nothing. */
export function crashPoint(point: CrashPoint): void {
  if (process.env.CRASH_POINT === point) process.kill(process.pid, 'SIGKILL')
}
