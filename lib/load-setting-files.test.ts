import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettingFiles } from './load-setting-files'

const directory = mkdtempSync(join(tmpdir(), 'coincide-settings-'))

function file(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

test('reads settings from files, without the line break at their end', () => {
  const environment = {
    SOLVER_PRIVATE_KEY_FILE: file('key', `0x${'12'.repeat(32)}\n`),
    SOLVER_PRIVATE_KEY_100_FILE: file('key-100', `0x${'34'.repeat(32)}\n`),
    SOLVER_ADDRESS_8453_FILE: file('address', `0x${'56'.repeat(20)}\n`),
    RPC_URL_1_FILE: file('node', 'https://node.example/k3y\r\n'),
    DATABASE_URL_FILE: '',
    SSL_CERT_FILE: '/nowhere/certificates',
    AWS_KEY_FILE: '/nowhere/key',
  }
  expect(readSettingFiles(environment)).toEqual({
    SOLVER_PRIVATE_KEY: `0x${'12'.repeat(32)}`,
    SOLVER_PRIVATE_KEY_100: `0x${'34'.repeat(32)}`,
    SOLVER_ADDRESS_8453: `0x${'56'.repeat(20)}`,
    RPC_URL_1: 'https://node.example/k3y',
  })
})

test.each([
  [
    'an absent file',
    { CMS_API_KEY_FILE: '/nowhere/key' },
    'cannot read /nowhere/key (no such file)',
  ],
  ['a directory', { CMS_API_KEY_FILE: directory }, `${directory} (it is a directory)`],
  ['an empty file', { CMS_API_KEY_FILE: file('empty', '\n') }, 'is empty'],
  ['a large file', { CMS_API_KEY_FILE: file('large', 'k3y'.repeat(30_000)) }, 'more than 64 KB'],
  ['bytes', { CMS_API_KEY_FILE: file('bytes', 'k3y\0') }, 'is no text'],
  ['both forms', { CMS_API_KEY: 'k3y', CMS_API_KEY_FILE: '/x' }, 'CMS_API_KEY is set too'],
])('refuses %s by the name of the variable, without its content', (_, environment, reason) => {
  const read = () => readSettingFiles(environment)
  expect(read).toThrow('CMS_API_KEY_FILE: ')
  expect(read).toThrow(reason)
  expect(read).not.toThrow('k3y')
})

function run(environment: Record<string, string>) {
  const script = `
    import { guardOutput } from '@/lib/guard-output'
    import { loadSettingFiles } from '@/lib/load-setting-files'
    loadSettingFiles(process.env)
    guardOutput(process.env)
    console.log(process.env.CMS_API_KEY, process.env.CMS_API_KEY_FILE)`
  const flags = ['--import', 'tsx', '--input-type', 'module', '--eval', script]
  const env = { ...process.env, ...environment }
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, { encoding: 'utf8', env })
  return { stdout, stderr, status }
}

test('a process has the setting instead of the path, and hides it in its output', () => {
  const { stdout, status } = run({ CMS_API_KEY_FILE: file('cms', 'k3y-of-cms\n') })
  expect(stdout).toBe('[secret] undefined\n')
  expect(status).toBe(0)
})

test('a process with a wrong path ends with one line', () => {
  const { stderr, status } = run({ CMS_API_KEY_FILE: '/nowhere/key' })
  expect(stderr).toBe('CMS_API_KEY_FILE: cannot read /nowhere/key (no such file)\n')
  expect(status).toBe(1)
})
