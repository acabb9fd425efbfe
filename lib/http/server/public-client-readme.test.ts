import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServiceDesk, type ServiceDesk } from '@/lib/testing/http/service-fixture'

let desk: ServiceDesk

beforeAll(async () => {
  desk = await openServiceDesk()
})

afterAll(() => desk?.close())

test('the README’s script of the public client takes an order to fulfilled', async () => {
  const [, script = ''] = /^```js\n([\s\S]*?)^```/m.exec(readFileSync('README.md', 'utf8')) ?? []
  // Read from standard input it finds the packages of this directory, as if it were saved here.
  const run = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, COINCIDE_URL: desk.url, FORCE_COLOR: '0', NODE_OPTIONS: '' },
  })
  const output = [text(run.stdout), text(run.stderr)] as const
  run.stdin.end(script)
  const ended = once(run, 'close').then(() => 'ended')
  try {
    while ((await Promise.race([ended, pause(300)])) !== 'ended') await desk.settle()
  } finally {
    run.kill()
  }
  const [out, err] = await Promise.all(output)
  expect(err).toBe('')
  expect(out).toContain("status: 'fulfilled'")
})

function pause(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('still running'), ms))
}
