import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { requireProgram } from '@/lib/testing/programs'

const folder = 'deploy/prometheus'

test('alert rules are well-formed, and fire and clear as their tests say', ({ task, skip }) => {
  const promtool = requireProgram({ task, skip }, 'promtool')
  for (const args of [
    ['check', 'rules', `${folder}/alerts.yml`],
    ['test', 'rules', `${folder}/alerts.test.yml`],
  ]) {
    const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' })
    expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  }
})
