// npm run rehearse -- --help: runs the service as an operator does, on chains that behave like public networks, against
// adversaries. Prints a table, and exits with 1 if a required figure is missed.
import { parseArgs } from 'node:util'
import { findNetwork, getNetwork, networks } from '@/lib/core/networks'
import { adversaries, getAdversary } from '@/lib/testing/rehearsal/adversary-list'
import { findMisses, formatRehearsals } from '@/lib/testing/rehearsal/figures'
import { startRehearsalDatabases } from '@/lib/testing/rehearsal/rehearsal-databases'
import { type Rehearsal, rehearse } from '@/lib/testing/rehearsal/rehearse'

const help = `npm run rehearse -- [options]

  --network <name>,…     default: ${networks.map(({ name }) => name).join()}
  --adversary <name>,…   default: ${adversaries.map(({ name }) => name).join()}
  --seed <number>,…      decides orders and chances; default 1
  --block-seconds <s>    instead of the network's own block time: a rehearsal on mainnet takes minutes at 12 s
  --log <level>          shows the worker's log
  --json                 prints JSON instead of a table
  --help`

const list = (text: string | undefined, otherwise: readonly string[]) =>
  text === undefined ? otherwise : text.split(',').map((part) => part.trim())

const { values } = parseArgs({
  options: {
    network: { type: 'string' },
    adversary: { type: 'string' },
    seed: { type: 'string' },
    'block-seconds': { type: 'string' },
    log: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

function chainIdOf(name: string): number {
  const network = findNetwork(name.replace('-', '_'))
  if (!network) throw new RangeError(`no network ${name}`)
  return network.chainId
}

const elapsed = () => (performance.now() / 1_000).toFixed(0)

async function main(): Promise<void> {
  const chainIds = list(
    values.network,
    networks.map(({ name }) => name),
  ).map(chainIdOf)
  const chosen = list(
    values.adversary,
    adversaries.map(({ name }) => name),
  ).map(getAdversary)
  const seeds = list(values.seed, ['1']).map(Number)
  const blockMs = values['block-seconds'] ? 1_000 * Number(values['block-seconds']) : undefined
  const databases = await startRehearsalDatabases()
  const done: Rehearsal[] = []
  const misses: string[] = []
  try {
    for (const chainId of chainIds) {
      for (const adversary of chosen) {
        for (const seed of seeds) {
          const databaseUrl = await databases.create()
          const name = `${getNetwork(chainId).name} ${adversary.name} ${seed}`
          const onProgress = (text: string) => console.error(`${elapsed()} s  ${name}: ${text}`)
          const options = {
            ...{ chainId, seed, databaseUrl, blockMs, logLevel: values.log, adversary },
            ...{ onProgress },
          }
          const rehearsal = await rehearse(options).catch((error: Error) => {
            misses.push(`${name}: ${error.stack}`)
            return undefined
          })
          if (!rehearsal) continue
          done.push(rehearsal)
          const missed = findMisses(rehearsal, adversary)
          misses.push(...missed.map((miss) => `${name}: ${miss}`))
          if (!values.json) console.error(formatRehearsals([rehearsal]))
        }
      }
    }
  } finally {
    await databases.stop()
  }
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  console.log(
    values.json ? JSON.stringify({ rehearsals: done, misses }, text, 2) : formatRehearsals(done),
  )
  for (const miss of misses) console.error(`missed: ${miss}`)
  if (misses.length > 0) process.exitCode = 1
}

// Exits, so that child processes end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (values.help) console.log(help)
else {
  await main()
  // A rehearsal that failed may leave timers.
  process.exit()
}
