import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestContext } from '@/lib/testing/test-context'
import { describeBuild } from './version'

test('the build is the package version, with the commit if known', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [release, commit] = (await describeBuild(createTestContext())).split('@')
  expect(release).toBe(version)
  if (commit !== undefined) expect(commit).toMatch(/^[0-9a-f]{7}$/)
})
