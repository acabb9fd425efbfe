import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const bundles = new Map<string, Promise<string>>()

/** The module-scope variables that CommonJS packages expect. */
const commonJs = `import * as nodeModule from 'node:module'
const require = nodeModule.createRequire(import.meta.url)
const [__filename, __dirname] = [import.meta.filename, import.meta.dirname]`

/**
 * Bundles a process's entry point with its packages, once for all tests, and returns the file for Node to run. The
 * bundle starts in a fifth of the time of the sources. `root` is a checkout, by default this one.
 */
export function bundleProcess(entryPoint: string, root = process.cwd()): Promise<string> {
  const key = join(root, entryPoint)
  const known = bundles.get(key) ?? bundle(entryPoint, root)
  bundles.set(key, known)
  return known
}

/**
 * Returns Node's arguments for the bundle of an entry point. `--liftoff-only` skips optimizing WebAssembly that lives
 * for seconds: for the database client that took a second of CPU time at each start.
 */
export async function nodeArgsOf(entryPoint: string, root?: string): Promise<readonly string[]> {
  return ['--liftoff-only', await bundleProcess(entryPoint, root)]
}

/** Writes the bundle atomically, because parallel tests may be starting theirs. */
async function bundle(entryPoint: string, root: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: commonJs },
    // Bundling renames classes, and the fetch of Telegram's client recognizes AbortSignal by its class name.
    keepNames: true,
    // Bundled, secp256k1 would silently lack its native part; pg-native is an optional package, never installed.
    external: ['secp256k1', 'pg-native'],
    write: false,
    logLevel: 'silent',
  })
  // Other checkouts may share the packages of this one.
  const folder = join(
    root,
    root === process.cwd() ? 'node_modules/.cache/coincide-tests' : '.bundles',
  )
  const file = join(folder, `${basename(entryPoint, '.ts')}.mjs`)
  const draft = `${file}.${process.pid}`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, outputFiles[0]?.contents ?? '')
  await rename(draft, file)
  return file
}
