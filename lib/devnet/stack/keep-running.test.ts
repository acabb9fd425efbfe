import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDisposers } from './disposers'
import { keepRunning, type Running } from './keep-running'

/** Creates a process whose end the test controls. */
function fakeProcess() {
  const { promise: exited, resolve: end } = withResolvers()
  const running: Running = { pid: 1, exited, stop: async () => end('stopped') }
  return { running, end }
}

test('restarts a process that dies, up to three times a minute', async () => {
  let starts = 0
  let current = fakeProcess()
  const exits: string[] = []
  const { promise: gaveUp, resolve: onAbandon } = withResolvers()
  await keepRunning({
    name: 'web',
    logFile: '/nonexistent',
    start: async () => {
      starts++
      current = fakeProcess()
      setTimeout(() => current.end('ended by SIGKILL'), 10)
      return current.running
    },
    onExit: (message) => exits.push(message),
    onAbandon,
  })
  expect(await gaveUp).toMatch(/^web ended by SIGKILL/)
  expect(starts).toBe(4)
  expect(exits).toHaveLength(3)
})

test('counts a failed start as a death', async () => {
  let starts = 0
  const { promise: gaveUp, resolve: onAbandon } = withResolvers()
  const first = fakeProcess()
  await keepRunning({
    name: 'postgres',
    logFile: '/nonexistent',
    start: async () => {
      if (++starts > 1) throw new Error('no room')
      first.end('ended with code 1')
      return first.running
    },
    onExit: () => {},
    onAbandon,
  })
  expect(await gaveUp).toContain('postgres could not be started again: no room')
})

test('does not restart a stopped process', async () => {
  let starts = 0
  const kept = await keepRunning({
    name: 'web',
    logFile: '/nonexistent',
    start: async () => {
      starts++
      return fakeProcess().running
    },
    onExit: () => {},
    onAbandon: () => {},
  })
  await kept.stop()
  await delay(1_200)
  expect(starts).toBe(1)
})

test('runs cleanups in reverse order, even if one fails or is added late', async () => {
  const order: string[] = []
  const errors: unknown[] = []
  const disposers = createDisposers((error) => errors.push(error))
  await disposers.add(async () => void order.push('postgres'))
  await disposers.add(async () => {
    throw new Error('stuck')
  })
  await disposers.add(async () => void order.push('web'))
  await Promise.all([disposers.run(), disposers.run()])
  await disposers.add(async () => void order.push('late'))
  expect(order).toEqual(['web', 'postgres', 'late'])
  expect(errors).toHaveLength(1)
})

function withResolvers() {
  let resolve: (text: string) => void = () => {}
  const promise = new Promise<string>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
