import { parseArgs } from 'node:util'

/** A malformed command line; the message states the correct syntax. Nothing has been read or changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const known = {
  reason: { type: 'string' },
  operator: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  network: { type: 'string' },
  owner: { type: 'string' },
  solver: { type: 'string', multiple: true },
  status: { type: 'string' },
  limit: { type: 'string' },
  'all-of': { type: 'string' },
  epoch: { type: 'string' },
  wallet: { type: 'string' },
  tx: { type: 'string' },
  amount: { type: 'string' },
  unpaid: { type: 'boolean' },
  detail: { type: 'boolean' },
  title: { type: 'string' },
  message: { type: 'string' },
  url: { type: 'string' },
  until: { type: 'string' },
  for: { type: 'string' },
  anyone: { type: 'boolean' },
  days: { type: 'string' },
  write: { type: 'string' },
  blocks: { type: 'string' },
  repair: { type: 'boolean' },
} as const

/** The name of an option, without dashes. */
export type OptionName = keyof typeof known

/** The options of a command line, unparsed. */
export type Options = {
  readonly [Name in OptionName]?: Value<(typeof known)[Name]>
}

type Value<Kind> = Kind extends { multiple: true }
  ? readonly string[]
  : Kind extends { type: 'string' }
    ? string
    : boolean

/** Options of every changing command. */
export const changeOptions: readonly OptionName[] = ['reason', 'operator', 'dry-run', 'yes']

/** Options of every command. */
export const commonOptions: readonly OptionName[] = ['json', 'help']

/**
 * Splits a command line into words and options, in any order.
 * @throws {UsageError} for an unknown option, and for an option without its value.
 */
export function readOptions(argv: readonly string[]): { words: string[]; options: Options } {
  try {
    const args = [...argv]
    const { positionals, values } = parseArgs({ args, options: known, allowPositionals: true })
    return { words: positionals, options: values as Options }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the syntax of an option for help and messages. */
export function optionText(name: OptionName): string {
  const values: Partial<Record<OptionName, string>> = {
    reason: '"<text>"',
    operator: '<name>',
    blocks: '<number>',
    network: '<network>',
    owner: '<address>',
    solver: '<address>',
    status: '<status>',
    limit: '<n>',
    'all-of': '<owner>',
    epoch: '<date>',
    wallet: '<address>',
    tx: '<hash>',
    amount: '<usd>',
    title: '"<text>"',
    message: '"<text>"',
    url: '<url>',
    until: '<time>',
    for: '<wallet>',
    days: '<n>',
    write: '<file>',
  }
  const value = values[name]
  return value ? `--${name} ${value}` : `--${name}`
}
