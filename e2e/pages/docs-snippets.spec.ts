import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

const blocks = (path: string, language: string) => {
  const fences = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm')
  return [...readFileSync(path, 'utf8').matchAll(fences)].map(([, code = '']) => code)
}

test('the README script takes an order from quote to fulfilled', { tag: '@long' }, ({
  baseURL,
}) => {
  const file = `readme-trade-${process.pid}.ts`
  writeFileSync(file, blocks('README.md', 'ts')[0] ?? '')
  try {
    const run = spawnSync(process.execPath, ['--import', 'tsx', file], {
      encoding: 'utf8',
      env: { ...process.env, COINCIDE_URL: baseURL ?? '', FORCE_COLOR: '0' },
      timeout: 180_000,
    })
    expect(run.stderr).toBe('')
    expect(run.stdout).toContain("status: 'fulfilled'")
  } finally {
    rmSync(file)
  }
})

test('the commands of the HTTP API tour succeed unchanged', { tag: '@long' }, ({ baseURL }) => {
  test.setTimeout(420_000)
  const walk = blocks('docs/http-api.md', 'sh').filter((block) =>
    /^URL=|\$(?:API|URL)/m.test(block),
  )
  expect(walk.length).toBeGreaterThanOrEqual(6)
  // The commands run unchanged; curl retries 429 and 500 and fails on refusals.
  const prelude = 'set -eux; curl() { command curl --fail-with-body --retry 12 "$@" && echo; }'
  const run = spawnSync('bash', ['-o', 'pipefail', '-c', [prelude, ...walk].join('\n')], {
    encoding: 'utf8',
    env: { ...process.env, COINCIDE_URL: baseURL ?? '', FORCE_COLOR: '0' },
    timeout: 400_000,
  })
  expect(run.status, `${run.stdout}\n${run.stderr}`).toBe(0)
  expect(run.stdout).toContain('"type":"traded"')
  expect(run.stdout).toContain('"isWinner":true')
  expect(run.stdout).toContain('"type":"order_filled"')
  expect(run.stdout).toContain('"Cancelled"')
  expect(run.stdout).toContain('"status":"cancelled"')
  expect(run.stdout).toContain('appCode')
  expect(run.stdout).toContain('"volume":')
  expect(run.stdout).toContain('"slippageBps":')
  expect(run.stdout).toContain('event: snapshot')
})
