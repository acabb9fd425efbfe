import { afterEach, expect, test, vi } from 'vitest'
import { storedText } from './stored-text'

/** A browser's storage, with the tabs that listen to it. */
function stubStorage(storage: Partial<Storage>) {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
}
afterEach(() => vi.unstubAllGlobals())

function openStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  stubStorage({
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, text) => void stored.set(name, text),
    removeItem: (name) => void stored.delete(name),
  })
  return stored
}

test('the text survives in storage, and changes by other tabs are seen', () => {
  const stored = openStorage()
  const kept = storedText('open')
  const watcher = vi.fn()
  const stop = kept.watch(watcher)
  kept.write('one')
  expect([kept.read(), stored.get('open'), watcher.mock.calls.length]).toEqual(['one', 'one', 1])
  stored.delete('open')
  expect(kept.read()).toBeNull()
  stop()
  kept.write('two')
  expect(watcher).toHaveBeenCalledTimes(1)
  kept.write(null)
  expect([kept.read(), stored.size]).toEqual([null, 0])
})

test('without storage, the text lasts as long as the page', () => {
  const closed = () => {
    throw new DOMException('closed', 'SecurityError')
  }
  stubStorage({ getItem: closed, setItem: closed, removeItem: closed })
  const kept = storedText('closed')
  kept.write('one')
  expect(storedText('closed').read()).toBe('one')
  kept.write(null)
  expect(kept.read()).toBeNull()
})
