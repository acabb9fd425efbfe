import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

function run(script: string): { readonly index: number; readonly msg: string }[] {
  const flags = ['--import', 'tsx', '--input-type', 'module', '--eval', script]
  const maxBuffer = 64 * 1024 * 1024
  const written = execFileSync(process.execPath, flags, { encoding: 'utf8', maxBuffer })
  return written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('writes lines logged just before the process exits', () => {
  const script = `
    import { openLog } from '@/lib/log'
    const log = openLog({ name: 'end', level: 'info' })
    for (const line of ['one', 'two', 'three']) log.info({ signature: '0x12' }, line)
    process.exit(0)`
  expect(run(script)).toMatchObject(
    ['one', 'two', 'three'].map((msg) => ({ name: 'end', msg, signature: '[Redacted]' })),
  )
})

test('writes lines logged just before the process exits while its thread pool is busy', () => {
  const script = `
    import { pbkdf2 } from 'node:crypto'
    import { openLog } from '@/lib/log'
    const log = openLog({ name: 'end', level: 'info' })
    process.prependListener('exit', () => {
      for (let index = 0; index < 8; index++) pbkdf2('', '', 20_000, 64, 'sha512', () => {})
    })
    log.info('one')`
  expect(run(script)).toMatchObject([{ name: 'end', msg: 'one' }])
})

test('writes lines of any length and alphabet whole and in order', () => {
  const script = `
    import { openLog } from '@/lib/log'
    const log = openLog({ name: 'long', level: 'info' })
    for (let index = 0; index < 300; index++) log.info({ index }, '語'.repeat(index * 100))`
  const lines = run(script)
  expect(lines.map(({ index, msg }) => [index, [...msg].length])).toEqual(
    Array.from({ length: 300 }, (_, index) => [index, index * 100]),
  )
})

test('writes preformatted members in the same form as pino', () => {
  const script = `
    import { openLog, writeInfo } from '@/lib/log'
    const log = openLog({ name: 'web', level: 'info' })
    log.info({ id: 'a', ms: 1.5 }, 'request')
    writeInfo(log, '"id":"a","ms":1.5', 'request')
    writeInfo(log.child({ part: 'x' }), '"id":"b"', 'request')
    log.level = 'warn'
    writeInfo(log, '"id":"c"', 'request')`
  const [own, ready, child, ...others] = run(script)
  expect(Object.keys(ready ?? {})).toEqual(Object.keys(own ?? {}))
  expect({ ...ready, time: 0 }).toEqual({ ...own, time: 0 })
  expect(child).toMatchObject({ name: 'web', part: 'x', id: 'b' })
  expect(others).toEqual([])
})

test('names levels, and gives each line the ids of its request', () => {
  const script = `
    import { parseConfig } from '@/lib/config'
    import { createContext } from '@/lib/context'
    const { log, traces } = createContext(parseConfig({ LOG_LEVEL: 'trace' }), { role: 'web' })
    const request = { requestId: 'a-request', name: 'GET /', caller: undefined }
    const levels = ['trace', 'debug', 'info', 'warn', 'error']
    await traces.runRequest(request, async () => levels.map((level) => log[level](level)), () => ({}))
    log.fatal('fatal')`
  const lines = run(script)
  const requestId = 'a-request'
  expect(lines).toMatchObject([
    ...['trace', 'debug', 'info', 'warn', 'error'].map((level) => ({ level, requestId })),
    { level: 'fatal', msg: 'fatal' },
  ])
  expect(lines.at(-1)).not.toHaveProperty('requestId')
})

test('logs an error with its causes and stack, without the keys in URLs', () => {
  const script = `
    import { HttpRequestError } from 'viem'
    import { openLog } from '@/lib/log'
    const log = openLog({ name: 'fault', level: 'info' })
    const url = 'https://user:pass@node.example/v3/key-1?token=key-2'
    const cause = new HttpRequestError({ body: { id: 1 }, status: 429, url, details: 'at ' + url })
    const error = new TypeError('the node does not answer', { cause })
    log.warn({ error }, 'error')
    log.warn({ err: Object.assign(cause, { code: 7 }) }, 'err')
    log.warn({ error: 'no answer of redis://:key-3@cache.example:6379/0' }, 'text')
    log.warn({ error: undefined }, 'none')`
  const lines = run(script) as unknown as readonly Record<string, { [member: string]: string }>[]
  const written = JSON.stringify(lines)
  for (const secret of ['key-1', 'key-2', 'key-3', 'pass']) expect(written).not.toContain(secret)
  const [error, err, text, none] = lines
  expect(error?.error?.type).toBe('TypeError')
  expect(error?.error?.message).toContain('the node does not answer: HTTP request failed.')
  expect(error?.error?.message).toContain('https://node.example')
  expect(error?.error?.stack).toMatch(/^\s+at /)
  expect(err?.err).toMatchObject({ type: 'HttpRequestError', code: 7 })
  expect(text?.error).toBe('no answer of redis://cache.example:6379')
  expect(none).not.toHaveProperty('error')
})

test('hides the secrets of the configuration wherever a line has them', () => {
  const script = `
    import { openLog, writeInfo } from '@/lib/log'
    const log = openLog({ name: 'web', level: 'info', secrets: ['k3y-of-node', 'pass"word'] })
    log.info({ url: '/v3/k3y-of-node', nested: [{ quoted: 'pass"word' }] }, 'at k3y-of-node')
    log.child({ part: 'K3Y-OF-NODE' }).warn('child')
    const cause = new Error('POST /v3/k3y-of-node', { cause: new Error('pass"word') })
    log.error({ error: new Error('outer', { cause }), cause: { text: cause.message } }, 'error')
    writeInfo(log, '"id":"a"', 'request')`
  const lines = run(script)
  expect(JSON.stringify(lines)).not.toMatch(/k3y-of-node|pass.{0,4}word/i)
  expect(lines).toMatchObject([
    { url: '/v3/[secret]', nested: [{ quoted: '[secret]' }], msg: 'at [secret]' },
    { part: '[secret]', msg: 'child' },
    { error: { message: 'outer: POST /v3/[secret]: [secret]' } },
    { id: 'a', msg: 'request' },
  ])
})
