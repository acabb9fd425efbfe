import { expect, test } from 'vitest'
import { withMutex } from './mutex'

/** A task that ends on demand. */
function workOf(name: string, log: string[]) {
  let end: (error?: Error) => void = () => {}
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(name))
  })
  const work = () => {
    log.push(name)
    return ended
  }
  return { work, end }
}

/** Waits long enough for every task that can start. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

test('runs tasks with the same name one after another, even after a failure', async () => {
  const log: string[] = []
  const [first, second, third] = ['first', 'second', 'third'].map((name) => workOf(name, log))
  const results = [first, second, third].map((each) => withMutex('test', each!.work))
  const failed = expect(results[1]).rejects.toThrow('no')
  await soon()
  expect(log).toEqual(['first'])
  first!.end()
  expect(await results[0]).toBe('first')
  await soon()
  expect(log).toEqual(['first', 'second'])
  second!.end(new Error('no'))
  await failed
  third!.end()
  expect(await results[2]).toBe('third')
})

test('runs tasks with different names concurrently', async () => {
  const log: string[] = []
  const [one, other] = ['one', 'other'].map((name) => workOf(name, log))
  const results = [withMutex('test one', one!.work), withMutex('test other', other!.work)]
  await soon()
  expect(log).toEqual(['one', 'other'])
  one!.end()
  other!.end()
  await Promise.all(results)
})
