import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const child = `
  import { watchForAbandonment } from './lib/devnet/stack/abandoned.ts'
  const { ppid: parent, env: environment } = process
  setTimeout(() => process.exit(), 4000)
  watchForAbandonment({ parent, environment }, () => {
    console.log('abandoned')
    process.exit()
  })
  console.log('watching')
`

/** Returns the output of a process started by a shell, which is killed once the process watches. */
async function readOrphanOutput(lifecycleEvent: string): Promise<string> {
  // The second command keeps the shell from replacing itself by the first one.
  const script = '"$0" --import tsx --input-type=module --eval "$1"; true'
  const shell = spawn('sh', ['-c', script, process.execPath, child], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: lifecycleEvent },
  })
  let output = ''
  shell.stdout.on('data', (chunk) => {
    output += chunk
    if (output.includes('watching')) shell.kill('SIGTERM')
  })
  await once(shell, 'close')
  return output.trim()
}

test.concurrent('a process started by npm detects the end of npm', async () => {
  expect(await readOrphanOutput('start')).toBe('watching\nabandoned')
})

test.concurrent('a process started by hand outlives its shell', async () => {
  expect(await readOrphanOutput('')).toBe('watching')
})
