// node scripts/image-files.mjs <directory>: copies what production runs, and nothing else, from a finished build into an empty
// directory: the bundles, the built pages and the files of packages that either of them loads. The Containerfile calls it.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What processes read by its path, which no trace finds; of the schema engine also its WebAssembly. */
const readByPath = [
  'node_modules/@prisma/schema-engine-wasm',
  'app/fonts',
  'package.json',
  'prisma/migrations',
  'prisma/schema.prisma',
  'public',
]

/** Files that a trace follows but production never loads: those of Next's development server and compilers, and types. */
const ignored = [
  /\.(?:d\.ts|d\.mts|d\.cts|map|md)$/,
  /next\/dist\/compiled\/(?:babel|babel-packages|webpack|terser|next-devtools|@next\/font|@mswjs)\//,
  /next\/dist\/compiled\/next-server\/.*(?:\.dev|-experimental\.runtime\.prod)\.js$/,
  /next\/dist\/(?:bundle-analyzer|docs|esm|lib\/upgrade)\//,
  /next\/dist\/server\/(?:dev\/next-dev-server|lib\/route-resolver)/,
  // Pictures are neither resized nor converted.
  /node_modules\/(?:sharp|@img)\//,
  // Other packages name them, and load them only in a build.
  /node_modules\/(?:typescript|prisma|@swc\/core[^/]*|@next\/swc[^/]*|@parcel|webpack|esbuild|@esbuild)\//,
]

const isIgnored = (/** @type {string} */ file) => ignored.some((pattern) => pattern.test(file))

/** Files that bundles load, by following their imports; Next carries the tracer that it makes its own lists with. */
const traceBundles = async () => {
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')
  const bundles = readdirSync('dist').filter((name) => name.endsWith('.js'))
  const entries = [
    ...bundles.map((name) => join('dist', name)),
    'node_modules/next/dist/server/next.js',
  ]
  const { fileList } = await nodeFileTrace(entries, { base: root, ignore: isIgnored })
  // The project's own files are in the bundles, or listed above.
  const files = [...fileList].filter((/** @type {string} */ file) =>
    /^(?:dist|node_modules)\//.test(file),
  )
  return [...files, ...bundles.map((name) => join('dist', `${name}.map`))]
}

/** Files of packages that the built pages load, by the lists that the build of the pages wrote. */
const listPageFiles = () => {
  const lists = readdirSync('.next', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.nft.json') && !/^(?:cache|dev)\//.test(name))
    .map((name) => join('.next', name))
  const files = lists.flatMap((list) =>
    JSON.parse(readFileSync(list, 'utf8')).files.map((/** @type {string} */ file) =>
      relative(root, join(root, dirname(list), file)),
    ),
  )
  return files.filter((file) => file.startsWith('node_modules/') && !isIgnored(file))
}

/** The built pages themselves. */
const listBuild = () =>
  readdirSync('.next', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/^\.next\/(?:cache|dev|diagnostics|trace|types)/.test(file))
    .filter((file) => !/\.(?:nft\.json|map)$/.test(file))

/** Copies one file; a link is copied as one, with what it points to. */
const copy = (/** @type {string} */ file, /** @type {string} */ target) => {
  mkdirSync(dirname(join(target, file)), { recursive: true })
  cpSync(file, join(target, file), { recursive: true, verbatimSymlinks: true })
}

process.chdir(root)
const [target = '', commit = ''] = process.argv.slice(2)
try {
  if (!target) throw new Error('usage: node scripts/image-files.mjs <directory> [<commit>]')
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} is not empty`)
  if (!existsSync('dist/build.json')) throw new Error('There is no build: run npm run build.')
  const files = new Set([
    ...(await traceBundles()),
    ...listPageFiles(),
    ...listBuild(),
    ...readByPath,
  ])
  let bytes = 0
  for (const file of files) {
    if (!existsSync(file)) continue
    copy(file, target)
    bytes += lstatSync(file).isFile() ? lstatSync(file).size : 0
  }
  // From it the API tells which commit it runs, as from a checkout.
  if (/^[0-9a-f]{40}$/.test(commit)) {
    mkdirSync(join(target, '.git'))
    writeFileSync(join(target, '.git/HEAD'), `${commit}\n`)
  }
  console.log(`${files.size} files, ${Math.round(bytes / 1e6)} MB`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
