/** A solver outside this service, asked over HTTP. */
export type SolverEngine = {
  /** What competitions show. */
  readonly name: string
  /** Without a slash at its end; `/solve` is asked below it. */
  readonly url: string
}

/** Names of the solvers that are part of the service. */
const ownNames = new Set(['route', 'batch', 'base'])

/**
 * Reads `SOLVER_ENGINES`: engines by commas, each as `name=https://…`.
 *
 * @throws {Error} naming the first entry that does not hold the form, or whose name is taken.
 */
export function parseSolverEngines(text: string | undefined): readonly SolverEngine[] {
  const engines: SolverEngine[] = []
  for (const entry of text?.split(',') ?? []) {
    const [, name = '', address = ''] = /^([a-z][a-z0-9-]{0,31})=(\S+)$/.exec(entry.trim()) ?? []
    const url = URL.canParse(address) ? new URL(address) : undefined
    // The entry is not shown: its address may hold a key.
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new Error(`SOLVER_ENGINES: entry ${engines.length + 1} is not name=https://…`)
    }
    if (ownNames.has(name) || engines.some((engine) => engine.name === name)) {
      throw new Error(`SOLVER_ENGINES: the name ${name} is taken`)
    }
    engines.push({ name, url: address.replace(/\/+$/, '') })
  }
  return engines
}
