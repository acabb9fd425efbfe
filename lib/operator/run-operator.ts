import type { Context } from '@/lib/context'
import { isServiceError } from '@/lib/core/errors'
import { databaseErrorCode, inTransaction, isUniqueViolation } from '@/lib/db/database'
import { insertOperatorAction } from './action-store'
import type { Change, ChangeCommand, Decision, ListCommand, Row } from './command'
import { type Request, readRequest } from './commands'
import { UsageError } from './options'
import { readLine } from './parameters'
import { formatTable } from './table'

/** Output and input of a command. */
export type Terminal = {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Undefined if no terminal is attached. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

type Run = {
  /** Arguments after the command's name. */
  readonly argv: readonly string[]
  /** The logged-in user, for the audit log. */
  readonly user: string | undefined
  readonly terminal: Terminal
}

/** Exit codes: success, refused or failed, usage error. */
export const exitCodes = { done: 0, refused: 1, usage: 2 } as const

/**
 * Runs one operator command and returns its exit code; never throws. Each change and its audit log entry share one
 * transaction.
 */
export async function runOperator(ctx: Context, run: Run): Promise<number> {
  const { terminal } = run
  try {
    const request = readRequest(run.argv)
    if (request.kind === 'help') {
      terminal.print(request.text)
      return exitCodes.done
    }
    if (!ctx.config.databaseUrl) {
      terminal.printError(
        'There is no database: set DATABASE_URL, or run npm start in another terminal.',
      )
      return exitCodes.refused
    }
    return await runRequest(ctx, { ...run, request })
  } catch (error) {
    terminal.printError(messageOf(error))
    return error instanceof UsageError ? exitCodes.usage : exitCodes.refused
  }
}

type Running = Run & { readonly request: Extract<Request, { kind: 'run' }> }

async function runRequest(ctx: Context, running: Running): Promise<number> {
  const { command, options, parameters } = running.request
  if ('plan' in command) {
    const { inspect } = command
    if (!inspect || options[inspect.unless]) return runChange(ctx, { ...running, command })
    return runList(ctx, running, inspect)
  }
  if ('export' in command) {
    running.terminal.print(await command.export(ctx, { parameters, options }))
    return exitCodes.done
  }
  return runList(ctx, running, command)
}

async function runList(
  ctx: Context,
  { request, terminal }: Running,
  { list, format = formatTable, isFailure }: Pick<ListCommand, 'list' | 'format' | 'isFailure'>,
): Promise<number> {
  const { options, parameters } = request
  const rows = await list(ctx, { parameters, options })
  terminal.print(options.json ? JSON.stringify(rows, null, 2) : format(rows))
  return isFailure && rows.some(isFailure) ? exitCodes.refused : exitCodes.done
}

async function runChange(
  ctx: Context,
  { request, command, terminal, user }: Running & { readonly command: ChangeCommand },
): Promise<number> {
  const { options, parameters } = request
  const reason = readLine(options.reason, '--reason "<text>"', 200)
  const operator = readLine(options.operator ?? user, '--operator <name>', 100)
  const changes = await command.plan(ctx, { parameters, options })
  const report = async () => {
    if (command.report && !options.json)
      terminal.print(`\n${await command.report(ctx, { parameters, options })}`)
  }
  if (changes.length === 0) {
    terminal.print(options.json ? '[]' : 'Nothing to change.')
    await report()
    return exitCodes.done
  }
  const show = (outcomes: readonly string[]) => {
    const rows = rowsOf(changes, outcomes)
    terminal.print(options.json ? JSON.stringify(rows, null, 2) : formatTable(rows))
  }
  if (options['dry-run']) {
    show([])
    await report()
    terminal.printError('Dry run: nothing was changed.')
    return exitCodes.done
  }
  if (!options.yes) {
    if (options.json) terminal.printError(formatTable(rowsOf(changes)))
    else show([])
    if (!(await isConfirmed(terminal, changes.length))) return exitCodes.refused
  }
  const outcomes: string[] = []
  for (const change of changes) {
    const outcome = await makeChange(ctx, change, { operator, reason })
    outcomes.push(outcome)
    if (command.isSlow) {
      const { action, target } = change
      terminal.printError(`${outcomes.length}/${changes.length} ${action} ${target}: ${outcome}`)
    }
  }
  show(outcomes)
  if (outcomes.some((outcome) => outcome !== 'done')) return exitCodes.refused
  await report()
  return exitCodes.done
}

function rowsOf(changes: readonly Change[], outcomes: readonly string[] = []): Row[] {
  return changes.map(({ action, target, effect }, index) => ({
    action,
    target,
    effect,
    outcome: outcomes[index] ?? 'planned',
  }))
}

async function isConfirmed(terminal: Terminal, count: number): Promise<boolean> {
  const things = count === 1 ? 'this change' : `these ${count} changes`
  if (!terminal.ask) {
    terminal.printError(`Nothing was changed: no terminal to confirm ${things}. Add --yes.`)
    return false
  }
  const answer = await terminal.ask(`Type yes to confirm ${things}: `)
  if (answer.trim().toLowerCase() === 'yes') return true
  terminal.printError('Nothing was changed: the answer was not yes.')
  return false
}

async function makeChange(
  ctx: Context,
  { action, target, details, apply, after }: Change,
  { operator, reason }: Pick<Decision, 'reason'> & { readonly operator: string },
): Promise<string> {
  const at = new Date(ctx.now())
  try {
    await inTransaction(ctx.db, async (tx) => {
      await apply(tx, { reason, at })
      await insertOperatorAction(tx, { at, operator, action, target, reason, details })
    })
    await after?.()
    return 'done'
  } catch (error) {
    if (isUniqueViolation(error)) return 'refused: another operator already did this'
    return `refused: ${messageOf(error)}`
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nSee: npm run operator -- help`
  if (isServiceError(error)) return error.message
  if (databaseErrorCode(error) === 'P2021')
    return 'The database has no tables: run npm run migrate.'
  // Prisma's message begins with our source code; the database's message is the last line.
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n')
  return `Database error: ${lines.at(-1)?.trim() || 'no connection'}`
}
