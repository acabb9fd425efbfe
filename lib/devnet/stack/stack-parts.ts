import type { DataDirectory } from './data-directory'
import type { Disposers } from './disposers'
import type { Kept, Running } from './keep-running'
import type { Settings } from './settings'

/** Prints the steps of the start. */
export type StackConsole = {
  readonly step: <T>(
    title: string,
    work: (report: (detail: string) => void) => T | Promise<T>,
  ) => Promise<T>
  readonly say: (line: string) => void
}

/** The input of each part of the start. */
export type StackParts = StackConsole & {
  readonly settings: Settings
  readonly data: DataDirectory
  readonly disposers: Disposers
  /** Aborted, with the reason, when the start or the run must end. */
  readonly failure: AbortSignal
  /** Keeps a process running; during the start its first death ends everything. */
  readonly keep: <T extends Running>(name: string, start: () => Promise<T>) => Promise<Kept<T>>
}
