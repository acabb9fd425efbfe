import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from '@/lib/db/database'
import type { OptionName, Options } from './options'

/** A row of a table, or an element of a JSON list; tables show objects as JSON. */
export type Row = Readonly<Record<string, string | number | object>>

/** The input of a command, apart from its name. */
export type Invocation = {
  readonly parameters: readonly string[]
  readonly options: Options
}

/** Who changes something, when and why. */
export type Decision = { readonly reason: string; readonly at: Date }

/** A planned change of one record. */
export type Change = {
  /** The action's name in the audit log, such as `ban`. */
  readonly action: string
  readonly target: string
  /** Describes the change. */
  readonly effect: string
  /** The previous state for the audit log. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  /**
   * Makes the change; the audit log is written in the same transaction.
   * @throws {ServiceError} if the record has changed since the plan was made.
   */
  readonly apply: (tx: Transaction, decision: Decision) => Promise<void>
  /** Runs once the change is committed; for effects outside the database. */
  readonly after?: () => Promise<void>
}

type CommandText = {
  /** One or two words, such as `bans add`. */
  readonly name: string
  /** Syntax of the parameters, such as `<address>`. */
  readonly parameters: string
  readonly summary: string
  readonly options: readonly OptionName[]
}

/** A read-only command. */
export type ListCommand = CommandText & {
  readonly list: (ctx: Context, invocation: Invocation) => Promise<readonly Row[]>
  /** Formats the rows for a terminal; default a table of all columns. */
  readonly format?: (rows: readonly Row[]) => string
  /** Whether a row is a failure, for which the command exits with 1; default none is. */
  readonly isFailure?: (row: Row) => boolean
}

/** A command that prints a file. */
export type ExportCommand = CommandText & {
  readonly export: (ctx: Context, invocation: Invocation) => Promise<string>
}

/** A command that changes records; all changes are planned before the first one is made. */
export type ChangeCommand = CommandText & {
  /**
   * @throws {UsageError} if a parameter is malformed.
   * @throws {ServiceError} if one of the changes is impossible.
   */
  readonly plan: (ctx: Context, invocation: Invocation) => Promise<readonly Change[]>
  /** Whether the outcome of each change is printed as soon as it is made: some take minutes. */
  readonly isSlow?: boolean
  /** Lists instead of changing anything, unless the option `unless` is given. */
  readonly inspect?: Pick<ListCommand, 'list' | 'format'> & { readonly unless: OptionName }
  /** Printed below the changes once all are made, or in a dry run; not with `--json`. */
  readonly report?: (ctx: Context, invocation: Invocation) => Promise<string>
}

/** A command of the operator CLI. */
export type Command = ListCommand | ExportCommand | ChangeCommand

/** Builds the error for a change that has no effect. */
export function conflict(description: string): ServiceError {
  return new ServiceError('Conflict', description)
}
