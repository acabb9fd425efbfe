import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { startInstance, temporaryFolder } from './instance'

// Seconds from `npm start` to ready: of a fresh clone, of one with packages and build but no data, and of a
// second start with data (which must take less than 20 s).
const longestRestartSeconds = 20

const folder = temporaryFolder()
try {
  const clone = join(folder.path, 'clone')
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone])
  const fresh = await timeStart(clone, 'data-1')
  const withPackages = await timeStart(clone, 'data-2')
  const again = await timeStart(clone, 'data-2')
  const figures = [
    `${fresh.toFixed(1)} s without node_modules`,
    `${withPackages.toFixed(1)} s with node_modules and build, without data`,
    `${again.toFixed(1)} s with data (at most ${longestRestartSeconds} s)`,
  ]
  console.log(`bench cold-start: ${figures.join(', ')}`)
  process.exitCode = again <= longestRestartSeconds ? 0 : 1
} finally {
  folder.remove()
}

async function timeStart(clone: string, data: string): Promise<number> {
  const instance = await startInstance({ folder: clone, dataDir: join(folder.path, data) })
  await instance.stop()
  return instance.seconds
}
