import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

let fixture: ServiceFixture

test.beforeAll(({ service }) => {
  fixture = service
})

test('the documented script with the public client gets an order fulfilled', async () => {
  const [, script = ''] =
    /^```js\n([\s\S]*?)^```/m.exec(readFileSync('docs/http-api.md', 'utf8')) ?? []
  // A script from standard input resolves packages in this directory, as if it were saved here.
  const run = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { ...process.env, COINCIDE_URL: fixture.url, FORCE_COLOR: '0', NODE_OPTIONS: '' },
  })
  const output = [text(run.stdout), text(run.stderr)] as const
  run.stdin.end(script)
  const ended = once(run, 'close').then(() => 'ended')
  try {
    await until(async () => {
      await fixture.settle()
      return (await Promise.race([ended, pause(300)])) === 'ended'
    })
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
