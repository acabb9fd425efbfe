import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { lastLines, startGuarded } from '@/lib/devnet/processes/guarded-process'

const sources = [
  ...['app', 'components', 'lib', 'messages', 'public'],
  ...['prisma/schema.prisma', 'package-lock.json', 'scripts/migrate.ts', 'scripts/operator.ts'],
]
const configs = ['next.config.mjs', 'postcss.config.mjs', 'tsconfig.json', 'proxy.ts']
const stampFile = 'dist/build.json'

/** Entry points of the processes, of their threads and of the commands of an image, by the name of their bundle in dist/. */
const entryPoints = {
  web: 'lib/http/server/main.ts',
  worker: 'lib/workers/main.ts',
  'solver-thread': 'lib/workers/solver-thread.ts',
  'pricing-thread': 'lib/http/server/pricing-thread.ts',
  migrate: 'scripts/migrate.ts',
  operator: 'scripts/operator.ts',
}

type BuildOptions = {
  /** File for the output of the build. */
  readonly logFile: string
  readonly report: (detail: string) => void
  /** Aborts the build. */
  readonly signal: AbortSignal
}

/**
 * Builds the pages and bundles the web and worker processes, unless sources and packages are unchanged since the
 * last build.
 *
 * @throws {Error} with the last lines of the build.
 */
export async function buildAll({ logFile, report, signal }: BuildOptions): Promise<void> {
  const hash = await hashSources()
  if (await isBuilt(hash)) {
    report('unchanged')
    return
  }
  await rm(stampFile, { force: true })
  await bundleProcesses()
  report('pages')
  await rm(logFile, { force: true })
  const next = await startGuarded({
    name: 'next build',
    command: process.execPath,
    args: ['node_modules/next/dist/bin/next', 'build'],
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
    logFile,
  })
  signal.addEventListener('abort', () => void next.stop(2_000))
  const how = await next.exited
  signal.throwIfAborted()
  if (how !== 'ended with code 0') {
    throw new Error(
      `The build ${how}; its log (${logFile}) ends with\n${await lastLines(logFile, 40)}`,
    )
  }
  await hintCompilation('.next/static/chunks')
  report('')
  await writeFile(stampFile, `${JSON.stringify({ hash })}\n`)
}

/** V8's explicit compile hint: Chrome compiles such a script in the background while it loads. Other browsers ignore it. */
const compileHint = '//# allFunctionsCalledOnLoad\n'

/** Prepends the compile hint to each `.js` file below a folder. Safe to repeat. */
export async function hintCompilation(folder: string): Promise<void> {
  const scripts = (await listFiles(folder)).filter((file) => file.endsWith('.js'))
  for (const file of scripts) {
    const script = await readFile(file, 'utf8')
    if (!script.startsWith(compileHint)) await writeFile(file, compileHint + script)
  }
}

/** The packages that the bundles load, and those of them that are loaded at the start of a process. */
type LoadedPackages = { readonly all: ReadonlySet<string>; readonly atStart: ReadonlySet<string> }

/** Bundles the processes into dist/; packages stay external. Returns the names of those packages. */
export async function bundleProcesses({ write = true } = {}): Promise<LoadedPackages> {
  await mkdir('dist', { recursive: true })
  const { metafile } = await bundle({
    write,
    metafile: true,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The oldest version that package.json allows; below it esbuild drops import attributes.
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'silent',
  })
  const imports = Object.values(metafile.outputs)
    .flatMap((output) => output.imports)
    .filter(({ external, path }) => external && !isBuiltin(path))
  const atStart = imports.filter(({ kind }) => kind !== 'dynamic-import')
  const namesOf = (list: typeof imports) => new Set(list.map(({ path }) => packageOf(path)))
  return { all: namesOf(imports), atStart: namesOf(atStart) }
}

const packageOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

async function isBuilt(hash: string): Promise<boolean> {
  if (!existsSync('.next/BUILD_ID')) return false
  if (!Object.keys(entryPoints).every((name) => existsSync(`dist/${name}.js`))) return false
  const stamp = await readFile(stampFile, 'utf8').catch(() => '{}')
  return JSON.parse(stamp).hash === hash
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const source of [...sources, ...configs]) {
    for (const file of await listFiles(source)) {
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

async function listFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return []
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(
    () => undefined,
  )
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
