import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

const readme = readFileSync('README.md', 'utf8')
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  )

test('the script of the README takes an order from quote to fulfilled', ({ baseURL }) => {
  const file = `readme-trade-${process.pid}.ts`
  writeFileSync(file, blocks('ts')[0] ?? '')
  try {
    const run = spawnSync(process.execPath, ['--import', 'tsx', file], {
      encoding: 'utf8',
      env: { ...process.env, COINCIDE_URL: baseURL ?? '', FORCE_COLOR: '0' },
      timeout: 60_000,
    })
    expect(run.stderr).toBe('')
    expect(run.stdout).toContain("status: 'fulfilled'")
  } finally {
    rmSync(file)
  }
})

test('the curl commands of the README are answered with success', ({ baseURL }) => {
  const commands = blocks('sh').flatMap((block) => block.match(/^curl (?:.|\n(?!curl))*/gm) ?? [])
  expect(commands.length).toBeGreaterThanOrEqual(3)
  for (const command of commands) {
    const here = command.replaceAll('http://127.0.0.1:3000', baseURL ?? '')
    const run = spawnSync('sh', ['-c', `${here.trim()} --fail-with-body`], { encoding: 'utf8' })
    expect({ here, status: run.status, output: run.status === 0 ? '' : run.stdout }).toEqual({
      here,
      status: 0,
      output: '',
    })
    expect(() => JSON.parse(run.stdout)).not.toThrow()
  }
})
