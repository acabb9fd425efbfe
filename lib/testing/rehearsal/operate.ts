import { parseConfig } from '@/lib/config'
import { createContext } from '@/lib/context'
import { runOperator } from '@/lib/operator/run-operator'

type Environment = Readonly<Record<string, string>>

/**
 * Runs an operator command with these variables, as `npm run operator` does, and returns what it prints.
 *
 * @throws {Error} with its output unless it succeeds.
 */
export async function operate(environment: Environment, argv: readonly string[]): Promise<string> {
  // Only the owner of the database may create roles.
  const role = argv[0] === 'db' ? undefined : 'operator'
  const config = parseConfig({ ...environment, LOG_LEVEL: 'silent' }, role)
  const ctx = createContext(config, { role: 'operator', connections: 1 })
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  try {
    const terminal = { print, printError: print, ask: undefined }
    const code = await runOperator(ctx, { argv, user: 'rehearsal', terminal })
    const output = lines.join('\n')
    if (code !== 0) throw new Error(`operator ${argv.join(' ')}: ${output}`)
    return output
  } finally {
    await ctx.db.$disconnect()
  }
}

/** Returns the settings in the lines of an output, by variable. */
export function readSettings(output: string): Environment {
  const lines = output.matchAll(/^([A-Z_]+)=(\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}
