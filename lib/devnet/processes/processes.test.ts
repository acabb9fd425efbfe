import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { commandOfProcess, listProcesses, startOfProcess } from './processes'

test('identifies a process by its arguments and start time until it ends', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a (b) c'])
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  await expect.poll(() => commandOfProcess(pid)).toContain('a (b) c')
  expect(listProcesses().find((each) => each.pid === pid)?.command).toContain('a (b) c')
  const start = startOfProcess(pid)
  expect(start).not.toBe('')
  expect(startOfProcess(pid)).toBe(start)
  expect(startOfProcess(process.ppid)).not.toBe(start)

  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([startOfProcess(pid), commandOfProcess(pid)]).toEqual(['', ''])
  expect(listProcesses().some((each) => each.pid === pid)).toBe(false)
})
