import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const environment = {
  RPC_URL_1: 'https://node.example/v3/k3y-of-node',
  DATABASE_URL: 'postgresql://user:pass-w0rd@127.0.0.1/db',
}

function run(script: string) {
  const flags = ['--import', 'tsx', '--input-type', 'module', '--eval']
  const guard = `import { guardOutput } from '@/lib/guard-output'\nguardOutput(process.env)\n`
  const env = { ...process.env, ...environment }
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, guard + script], {
    encoding: 'utf8',
    env,
  })
  expect(stdout + stderr).not.toMatch(/k3y-of-node|pass-w0rd/)
  return { stdout, stderr, status }
}

test('hides secrets in lines of libraries', () => {
  const script = `
    console.log('calling', process.env.RPC_URL_1)
    console.error({ url: new URL(process.env.RPC_URL_1), buffer: 1 })
    process.stdout.write(Buffer.from(process.env.DATABASE_URL + '\\n'))`
  const { stdout, stderr, status } = run(script)
  expect(stdout).toContain('calling https://node.example[secret]')
  expect(stdout).toContain('postgresql://user:[secret]@127.0.0.1/db')
  expect(stderr).toContain('node.example')
  expect(status).toBe(0)
})

test.each([
  ['an error at the start', 'throw error'],
  ['an error in a timer', 'setTimeout(() => { throw error })'],
  [
    'a rejection',
    'void Promise.reject(error); await new Promise((resolve) => setTimeout(resolve, 1_000))',
  ],
])('ends with exit code 1 on %s, without its members', (_, fail) => {
  const script = `
    const url = process.env.RPC_URL_1
    const cause = Object.assign(new Error('POST ' + url), { request: { url }, input: url })
    const error = Object.assign(new TypeError('no answer of ' + url, { cause }), { url })
    ${fail}`
  const { stderr, status } = run(script)
  expect(stderr).toContain(
    'TypeError: no answer of https://node.example: POST https://node.example',
  )
  expect(stderr).toMatch(/\n\s+at /)
  expect(status).toBe(1)
})
