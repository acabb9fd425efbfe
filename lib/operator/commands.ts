import { listOperatorActions } from './action-store'
import { affiliateCommands } from './affiliate-commands'
import { announcementCommands } from './announcement-commands'
import { banCommands } from './ban-commands'
import { booksCommands } from './books-commands'
import { burnerCommands } from './burner-commands'
import type { Command } from './command'
import { networkCommands } from './network-commands'
import {
  changeOptions,
  commonOptions,
  type Options,
  optionText,
  readOptions,
  UsageError,
} from './options'
import { orderCommands } from './order-commands'
import { readLimit } from './parameters'
import { payoutCommands } from './payout-commands'
import { reconcileCommands } from './reconcile-commands'
import { restoreCommand } from './restore-command'
import { roleCommands } from './role-commands'
import { settlementCommands } from './settlement-commands'
import { shadowCommands } from './shadow-commands'
import { tokenCommands, tokenListCommands } from './token-commands'
import { workCommands } from './work-commands'

/** The command that lists the audit log. */
const logCommand: Command = {
  name: 'log',
  parameters: '',
  summary: 'Show the audit log of operator changes, newest first. Entries cannot be altered.',
  options: ['limit'],
  list: async (ctx, { options }) => {
    const actions = await listOperatorActions(ctx.db, readLimit(options.limit))
    return actions.map(({ at, operator, action, target, reason, details }) => ({
      at: at.toISOString(),
      operator,
      action,
      target,
      reason,
      details: Object(details),
    }))
  },
}

/** All commands, in the order of the help text. */
export const commands: readonly Command[] = [
  ...banCommands,
  ...tokenCommands,
  ...tokenListCommands,
  ...orderCommands,
  ...workCommands,
  ...settlementCommands,
  ...burnerCommands,
  ...shadowCommands,
  ...booksCommands,
  ...affiliateCommands,
  ...payoutCommands,
  ...announcementCommands,
  ...roleCommands,
  restoreCommand,
  ...networkCommands,
  ...reconcileCommands,
  logCommand,
]

/** A parsed command line, or a request for help. */
export type Request =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly parameters: readonly string[]
      readonly options: Options
    }

/**
 * Parses the arguments of `npm run operator --`.
 * @throws {UsageError} for an unknown command or option, and for an option that the command does not take.
 */
export function readRequest(argv: readonly string[]): Request {
  const { words, options } = readOptions(argv)
  const [first] = words
  if (first === undefined || first === 'help')
    return { kind: 'help', text: helpText(words.slice(1)) }
  const command = commands.find(({ name }) => isNamed(name, words))
  if (!command && options.help) return { kind: 'help', text: helpText(words) }
  if (!command) throw unknownCommand(words)
  if (options.help) return { kind: 'help', text: helpOf(command) }
  const accepted = [...command.options, ...commonOptions]
  const foreign = Object.keys(options).find((name) => !accepted.some((known) => known === name))
  if (foreign) throw new UsageError(`${command.name} has no option --${foreign}.`)
  return { kind: 'run', command, parameters: words.slice(command.name.split(' ').length), options }
}

/** Returns the help for all commands, or for those whose name begins with `words`. */
function helpText(words: readonly string[]): string {
  const shown = commands.filter(({ name }) => name.startsWith(words.join(' ')))
  if (shown.length === 0) throw unknownCommand(words)
  return [
    'npm run operator -- <command> [options]',
    '',
    ...shown.map(helpOf),
    '',
    'Commands that change something require --reason and ask for confirmation. --yes skips the question,',
    '--dry-run only shows the changes. --operator sets your name in the audit log (default: login name).',
    '--json prints JSON. Exit codes: 0 done, 1 refused or failed, 2 usage error.',
  ].join('\n')
}

function helpOf({ name, parameters, summary, options, ...command }: Command): string {
  const isChange = 'plan' in command && !command.inspect
  // Options shared by all changing commands are listed once, below the commands.
  const own = options.filter((option) => !changeOptions.includes(option) && option !== 'all-of')
  const words = [name, parameters, ...own.map((option) => `[${optionText(option)}]`)]
  if (isChange) words.push(optionText('reason'))
  return `  ${words.filter(Boolean).join(' ')}\n      ${summary}`
}

function isNamed(name: string, words: readonly string[]): boolean {
  return name.split(' ').every((word, index) => word === words[index])
}

function unknownCommand(words: readonly string[]): UsageError {
  const group = commands.filter(({ name }) => name.split(' ')[0] === words[0])
  const known = (group.length > 0 ? group : commands).map(({ name }) => name).join(', ')
  return new UsageError(`Unknown command "${words.slice(0, 2).join(' ')}". Commands: ${known}.`)
}
