import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('what was logged just before the process ends is written', () => {
  const script = `
    import { parseConfig } from '@/lib/config'
    import { createContext } from '@/lib/context'
    const { log } = createContext(parseConfig({}), { role: 'end' })
    for (const line of ['one', 'two', 'three']) log.info({ signature: '0x12' }, line)
    process.exit(0)`
  const flags = ['--import', 'tsx', '--input-type', 'module', '--eval', script]
  const lines = execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    ['one', 'two', 'three'].map((msg) => ({ name: 'end', msg, signature: '[Redacted]' })),
  )
})
