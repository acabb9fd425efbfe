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

test('what was logged just before the process ends is written', () => {
  const script = `
    import { openLog } from '@/lib/log'
    const log = openLog({ name: 'end', level: 'info' })
    for (const line of ['one', 'two', 'three']) log.info({ signature: '0x12' }, line)
    process.exit(0)`
  expect(run(script)).toMatchObject(
    ['one', 'two', 'three'].map((msg) => ({ name: 'end', msg, signature: '[Redacted]' })),
  )
})

test('lines of any length and alphabet come whole and in their order', () => {
  const script = `
    import { openLog } from '@/lib/log'
    const log = openLog({ name: 'long', level: 'info' })
    for (let index = 0; index < 300; index++) log.info({ index }, '語'.repeat(index * 100))`
  const lines = run(script)
  expect(lines.map(({ index, msg }) => [index, [...msg].length])).toEqual(
    Array.from({ length: 300 }, (_, index) => [index, index * 100]),
  )
})

test('a line of ready members is like one of pino', () => {
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
