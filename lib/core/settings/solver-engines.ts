/** An external solver engine, called over HTTP. */
export type SolverEngine = {
  /** Shown in competitions. */
  readonly name: string
  /** Without a trailing slash; `/solve` is appended. */
  readonly url: string
}

/** Names of the built-in solvers. */
const ownNames = new Set(['route', 'batch', 'base'])

/**
 * Parses `SOLVER_ENGINES`: comma-separated engines, each as `name=https://…`.
 *
 * @throws {Error} naming the first entry that is malformed or reuses a name.
 */
export function parseSolverEngines(text: string | undefined): readonly SolverEngine[] {
  const engines: SolverEngine[] = []
  for (const entry of text?.split(',') ?? []) {
    const [, name = '', address = ''] = /^([a-z][a-z0-9-]{0,31})=(\S+)$/.exec(entry.trim()) ?? []
    const url = URL.canParse(address) ? new URL(address) : undefined
    // The entry is not printed: its URL may contain a key.
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
