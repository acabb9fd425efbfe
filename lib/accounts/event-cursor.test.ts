import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DbSnapshot, isVisibleIn, parseSnapshot } from './db-snapshot'
import { parseCursor, withIds, withIdsAfter } from './event-cursor'

function snapshotOf(text: string): DbSnapshot {
  const snapshot = parseSnapshot(text)
  if (!snapshot) throw new Error(`${text} is no snapshot`)
  return snapshot
}

describe('a snapshot', () => {
  test('shows ended transactions, but not running or future ones', () => {
    const snapshot = snapshotOf('10:15:10,12')
    const shown = [9n, 10n, 11n, 12n, 14n, 15n, 16n].filter((id) => isVisibleIn(snapshot, id))
    expect(shown).toEqual([9n, 11n, 14n])
  })

  test.each([
    '',
    '1',
    '1:2',
    '1:2:3,',
    'a:b:',
    '1:2:3;4',
    ' 1:2:',
    '-1:2:',
    `1:${'9'.repeat(20)}:`,
    `1:${'9'.repeat(19)}:`,
    `1:2:${'9'.repeat(19)}`,
    '1:2:2',
    '.1:2:',
    'abcdefg1.1:2:',
  ])('rejects %j', (text) => {
    expect(parseSnapshot(text)).toBeUndefined()
  })
})

describe('a cursor', () => {
  test.each([undefined, '', '1:2:~', '1:2:~3:4:', '1:2:~3:4:~', '1:2:~x~k', '1:2:~3:4:~k~l'])(
    'rejects %j',
    (id) => {
      expect(parseCursor(id)).toBeUndefined()
    },
  )

  // Transactions 1 to 8 write facts. A client reads what a first snapshot shows, is disconnected after any fact,
  // resumes at a second snapshot, is disconnected again, and reads the rest at a third.
  const ids = [1, 2, 3, 4, 5, 6, 7, 8]
  const running = fc.subarray(ids)
  test('delivers everything committed across three snapshots exactly once, wherever it is cut', () => {
    fc.assert(
      fc.property(
        running,
        running,
        fc.nat(8),
        fc.nat(8),
        fc.shuffledSubarray(ids, { minLength: 8 }),
        (first, later, cutOne, cutTwo, keys) => {
          const facts = ids.map((id, index) => ({ version: BigInt(id), key: `k${keys[index]}` }))
          // Ended transactions stay ended.
          const second = first.filter((id) => later.includes(id))
          const snapshots = [first, second, []].map((open) => snapshotOf(`1:9:${open.join(',')}`))
          const [one, two, three] = snapshots as [DbSnapshot, DbSnapshot, DbSnapshot]
          const start = snapshotOf('1:1:')
          const shownAt = (snapshot: DbSnapshot) =>
            facts.filter(({ version }) => isVisibleIn(snapshot, version))
          const begun = withIds(shownAt(one), { since: start, now: one }).slice(0, cutOne)
          const cursorOne = parseCursor(begun.at(-1)?.id ?? start.text)
          if (!cursorOne) throw new Error('no cursor')
          const isNewSince = (snapshot: DbSnapshot) => (fact: { version: bigint }) =>
            !isVisibleIn(snapshot, fact.version)
          const more = withIdsAfter(
            cursorOne,
            shownAt(two).filter(isNewSince(cursorOne.since)),
            two,
          ).slice(0, cutTwo)
          const cursorTwo = parseCursor(more.at(-1)?.id ?? begun.at(-1)?.id ?? start.text)
          if (!cursorTwo) throw new Error('no cursor')
          const rest = withIdsAfter(cursorTwo, facts.filter(isNewSince(cursorTwo.since)), three)
          const got = [...begun, ...more, ...rest].map(({ fact }) => fact.key)
          expect([...got].sort()).toEqual(facts.map(({ key }) => key).sort())
        },
      ),
      { seed: 4, numRuns: 2_000 },
    )
  })
})
