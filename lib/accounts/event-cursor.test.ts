import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DbSnapshot, isShownAt, parseMoment } from './db-snapshot'
import { parseCursor, withIds, withIdsAfter } from './event-cursor'

function momentOf(text: string): DbSnapshot {
  const moment = parseMoment(text)
  if (!moment) throw new Error(`${text} is no moment`)
  return moment
}

describe('a snapshot', () => {
  test('shows ended transactions, but not running or future ones', () => {
    const moment = momentOf('10:15:10,12')
    const shown = [9n, 10n, 11n, 12n, 14n, 15n, 16n].filter((id) => isShownAt(moment, id))
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
  ])('rejects %j', (text) => {
    expect(parseMoment(text)).toBeUndefined()
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
          const moments = [first, second, []].map((open) => momentOf(`1:9:${open.join(',')}`))
          const [one, two, three] = moments as [DbSnapshot, DbSnapshot, DbSnapshot]
          const start = momentOf('1:1:')
          const shownAt = (moment: DbSnapshot) =>
            facts.filter(({ version }) => isShownAt(moment, version))
          const begun = withIds(shownAt(one), { since: start, now: one }).slice(0, cutOne)
          const cursorOne = parseCursor(begun.at(-1)?.id ?? start.text)
          if (!cursorOne) throw new Error('no cursor')
          const isNewSince = (moment: DbSnapshot) => (fact: { version: bigint }) =>
            !isShownAt(moment, fact.version)
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
