import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from '@/lib/db/database'
import type { OptionName, Options } from './options'

/** A line of a table, or an element of a JSON list; a table shows an object as JSON. */
export type Row = Readonly<Record<string, string | number | object>>

/** What a command is given beside its name. */
export type Invocation = {
  readonly parameters: readonly string[]
  readonly options: Options
}

/** Why and when an operator changes something. */
export type Decision = { readonly reason: string; readonly at: Date }

/** One change of one thing, planned but not made. */
export type Change = {
  /** As the record names it, such as `ban`. */
  readonly action: string
  readonly target: string
  /** What it will do, in words. */
  readonly effect: string
  /** What the record keeps of how it was before. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  /**
   * Makes the change; the record is written in the same transaction.
   *
   * @throws {ServiceError} when the thing has changed since the change was planned.
   */
  readonly apply: (tx: Transaction, decision: Decision) => Promise<void>
}

type CommandText = {
  /** One or two words, such as `bans add`. */
  readonly name: string
  /** How its parameters are written, such as `<address>`. */
  readonly parameters: string
  readonly summary: string
  readonly options: readonly OptionName[]
}

/** A command that shows something. */
export type ListCommand = CommandText & {
  readonly list: (ctx: Context, invocation: Invocation) => Promise<readonly Row[]>
}

/** A command that prints a file. */
export type ExportCommand = CommandText & {
  readonly export: (ctx: Context, invocation: Invocation) => Promise<string>
}

/** A command that changes something; all of it is planned before anything is done. */
export type ChangeCommand = CommandText & {
  /**
   * @throws {UsageError} when parameters are malformed.
   * @throws {ServiceError} when one of the changes cannot be made.
   */
  readonly plan: (ctx: Context, invocation: Invocation) => Promise<readonly Change[]>
}

/** One thing that an operator can ask for. */
export type Command = ListCommand | ExportCommand | ChangeCommand

/** The refusal of a change that is made already, or has nothing to change. */
export function conflict(description: string): ServiceError {
  return new ServiceError('Conflict', description)
}
