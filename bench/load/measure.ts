import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'

/** Returns the median of `values`. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper
}

/** Returns the quantile of `values` at `share`. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Describes the machine's current speed, as a scale for absolute figures: hashes in 100 ms, and the load. */
export function calibration(): string {
  const block = Buffer.alloc(1024)
  let hashes = 0
  for (const end = performance.now() + 100; performance.now() < end; hashes++) {
    createHash('sha256').update(block).digest()
  }
  return `${hashes} SHA-256 of 1 KiB in 100 ms, load ${loadavg()[0]?.toFixed(1)}`
}

type Bound = { readonly floor: number; readonly goal?: number }

type Ceiling = { readonly ceiling: number; readonly unit: string; readonly digits?: number }

/** Prints benchmark lines, and fails the process if a ratio is below its floor. */
export function createReport(name: string) {
  const say = (text: string) => console.log(`bench ${name}: ${text}`)
  return {
    say,
    /** Reports a ratio with a floor. */
    ratio: (what: string, value: number, { floor, goal }: Bound) => {
      const aim = goal === undefined ? '' : `, goal ${goal}`
      const isMissed = !(value >= floor)
      say(`${what} ${value.toFixed(2)} (floor ${floor}${aim})${isMissed ? ' MISSED' : ''}`)
      if (isMissed) process.exitCode = 1
    },
    /** Reports a figure with a ceiling. */
    atMost: (what: string, value: number, { ceiling, unit, digits = 1 }: Ceiling) => {
      const isMissed = !(value <= ceiling)
      const figure = `${value.toFixed(digits)} ${unit} (at most ${ceiling.toFixed(digits)})`
      say(`${what} ${figure}${isMissed ? ' MISSED' : ''}`)
      if (isMissed) process.exitCode = 1
    },
    /** Reports a failed measurement. */
    failed: (what: string) => {
      say(`${what} FAILED`)
      process.exitCode = 1
    },
    calibrate: () => say(`calibration: ${calibration()}`),
  }
}
