// npm run image -- --help: builds the images of the service by the Containerfile, and prints their sizes.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { say, step } from './steps.mjs'

const help = `npm run image -- [options] [-- <options of the tool's build>]

  --tool <command>       podman, docker or what else takes their arguments; default: the first of the two that is installed
  --base <image>         with Node, for the images; default: that of the Containerfile
  --build-base <image>   with Node and npm, for the build; default: the same
  --local-base           makes and uses a Debian base with the Node of this machine (root and debootstrap needed)
  --tag <tag>            default: latest
  --npmrc <file>         settings of npm for the build, which no layer keeps
  --ca <file>            certificates for the build's connections, likewise`

const targets = ['web', 'worker', 'migrate', 'operator']
/** The most that an image may take, in megabytes. */
const maxSize = 400

const isInstalled = (/** @type {string} */ command) => !spawnSync(command, ['--version']).error

/** @type {(tool: string, image: string) => { bytes: number, layers: number }} */
const inspect = (tool, image) => {
  const format = '{{.Size}} {{len .RootFS.Layers}}'
  const text = execFileSync(tool, ['image', 'inspect', '--format', format, image], {
    encoding: 'utf8',
  })
  const [bytes = 0, layers = 0] = text.trim().split(' ').map(Number)
  return { bytes, layers }
}

/** @type {(command: string, args: readonly string[]) => void} */
const run = (command, args) => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error || status !== 0)
    throw new Error(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}`)
}

const commit = () => {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tool: { type: 'string' },
    base: { type: 'string' },
    'build-base': { type: 'string' },
    'local-base': { type: 'boolean' },
    tag: { type: 'string', default: 'latest' },
    npmrc: { type: 'string' },
    ca: { type: 'string' },
    help: { type: 'boolean' },
  },
})

const build = async () => {
  const tool = values.tool ?? ['podman', 'docker'].find(isInstalled)
  if (!tool)
    throw new Error('Neither podman nor docker is installed. On Debian: apt install podman')
  if (values['local-base']) {
    await step('Make the base', () => run('sh', ['scripts/image-base.sh', tool]))
    values.base ??= 'localhost/coincide-base:latest'
    values['build-base'] ??= 'localhost/coincide-build-base:latest'
  }
  const { base, 'build-base': buildBase, npmrc, ca, tag } = values
  for (const file of [npmrc, ca])
    if (file && !existsSync(file)) throw new Error(`${file} does not exist`)
  const options = [
    ...(base ? ['--build-arg', `BASE=${base}`] : []),
    ...(buildBase ? ['--build-arg', `BUILD_BASE=${buildBase}`] : []),
    ...['--build-arg', `COMMIT=${commit()}`],
    ...(npmrc ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
    ...(ca ? ['--secret', `id=ca,src=${ca}`] : []),
    // Only podman needs to be told: its own format has no health checks.
    ...(tool.includes('docker') ? [] : ['--format', 'docker']),
    ...positionals,
  ]
  for (const target of targets) {
    const image = `coincide-${target}:${tag}`
    await step(`Build ${image}`, () =>
      run(tool, [
        'build',
        '--file',
        'Containerfile',
        '--target',
        target,
        '--tag',
        image,
        ...options,
        '.',
      ]),
    )
  }
  const under = base ? inspect(tool, base).bytes : undefined
  for (const target of targets) {
    const { bytes, layers } = inspect(tool, `coincide-${target}:${tag}`)
    const own = under === undefined ? '' : `, of which our layers ${megabytes(bytes - under)} MB`
    say(`coincide-${target}:${tag}: ${megabytes(bytes)} MB in ${layers} layers${own}`)
    if (bytes > maxSize * 1e6) throw new Error(`An image may have ${maxSize} MB.`)
  }
}

const megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 1e6)

if (values.help) console.log(help)
else {
  try {
    await build()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
