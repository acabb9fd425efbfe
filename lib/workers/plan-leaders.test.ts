import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Standing } from '@/lib/db/leadership'
import { planLeaders } from './plan-leaders'

const kinds = ['auction', 'indexer', 'market'] as const
const rolesOf = (networks: readonly number[]) => [
  ...networks.flatMap((network) => kinds.map((kind) => `${kind}/${network}`)),
  'referrals',
  'telegram',
]

/** Candidates that plan by themselves, one after the other, over the same standings. */
function createStage(
  networks: readonly number[],
  mayLead = (_member: number, _role: string) => true,
) {
  const leaders = new Map<string, number | undefined>(
    rolesOf(networks).map((role) => [role, undefined]),
  )
  const members = new Set<number>()
  const standings = (): Standing[] =>
    [...leaders]
      .map(([role, leader]) => {
        const candidates = [...members].filter((member) => mayLead(member, role))
        return { role, leader, candidates }
      })
      .filter(({ candidates }) => candidates.length > 0)
  let moves = 0
  const plan = (self: number, isSettled: boolean, overdue: readonly string[] = []) => {
    const next = planLeaders({ standings: standings(), self, isSettled, overdue: new Set(overdue) })
    for (const role of next.take) leaders.set(role, self)
    for (const role of next.release) leaders.set(role, undefined)
    moves += next.release.length
    return next
  }
  return {
    plan,
    join: (member: number) => void members.add(member),
    leave: (member: number) => {
      members.delete(member)
      for (const [role, leader] of leaders) if (leader === member) leaders.set(role, undefined)
    },
    /** Lets every member plan in turn until nothing changes; returns how many roles were handed over. */
    settle: () => {
      moves = 0
      for (let round = 0; round < 500; round += 1) {
        const plans = [...members].map((member) => plan(member, true))
        if (plans.every(({ take, release }) => take.length + release.length === 0)) return moves
      }
      throw new Error('the roles never settle')
    },
    networksOf: (member: number, kind: string) =>
      [...leaders].flatMap(([role, leader]) =>
        leader === member && role.startsWith(`${kind}/`) ? [role.split('/')[1]] : [],
      ),
    leaders,
    members,
  }
}

test('one candidate takes every role at once', () => {
  const stage = createStage([1, 100])
  stage.join(7)
  expect(stage.plan(7, false).take).toHaveLength(8)
})

test('the roles of a network go to one candidate, and networks are spread evenly', () => {
  const stage = createStage([1, 100, 8453, 42161, 11155111])
  for (const member of [3, 9]) stage.join(member)
  stage.settle()
  const networks = [3, 9].map((member) => stage.networksOf(member, 'auction'))
  expect(networks.map(({ length }) => length).sort()).toEqual([2, 3])
  for (const [index, member] of [3, 9].entries()) {
    for (const kind of kinds) expect(stage.networksOf(member, kind)).toEqual(networks[index])
  }
})

test('a candidate that joins gets whole networks, and as few roles as possible move', () => {
  const stage = createStage([1, 100, 8453, 42161, 11155111])
  stage.join(3)
  stage.settle()
  stage.join(9)
  expect(stage.settle()).toBe(6)
  expect(stage.networksOf(9, 'auction')).toHaveLength(2)
  for (const kind of kinds) {
    expect(stage.networksOf(9, kind)).toEqual(stage.networksOf(9, 'auction'))
  }
})

test('nothing is handed over before the candidates are settled, or while a role is free', () => {
  const stage = createStage([1, 100, 8453])
  stage.join(3)
  stage.settle()
  stage.join(9)
  expect(stage.plan(3, false).release).toEqual([])
  stage.leaders.set('telegram', undefined)
  expect(stage.plan(3, true).release).toEqual([])
})

test('a role that its candidate does not take goes to another when it is overdue', () => {
  const stage = createStage([1])
  for (const member of [3, 9]) stage.join(member)
  expect(stage.plan(9, false).take).not.toContain('auction/1')
  expect(stage.plan(9, false, ['auction/1']).take).toContain('auction/1')
})

test('roles go to their own candidates only', () => {
  const standings = [
    { role: 'auction/1', candidates: [3], leader: undefined },
    { role: 'indexer/1', candidates: [3, 9], leader: 3 },
    { role: 'auction/100', candidates: [5], leader: undefined },
  ]
  const of = (self: number) =>
    planLeaders({
      standings,
      self,
      overdue: new Set(['auction/1', 'auction/100']),
      isSettled: true,
    })
  expect(of(3).take).toEqual(['auction/1'])
  expect(of(9).take).toEqual([])
})

test('a role whose candidates have all withdrawn is led all the same', () => {
  const standings = [{ role: 'auction/1', candidates: [], leader: undefined }]
  const plan = (overdue: readonly string[]) =>
    planLeaders({ standings, self: 3, overdue: new Set(overdue), isSettled: true })
  expect(plan([]).take).toEqual([])
  expect(plan(['auction/1']).take).toEqual(['auction/1'])
})

test('whichever auctions each candidate may lead, every role is led by one that may', () => {
  const keys = fc.array(fc.subarray([1, 2, 3, 4, 5]), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(keys, (keysOf) => {
      const mayLead = (member: number, role: string) => {
        const [kind, network] = role.split('/')
        return kind !== 'auction' || Boolean(keysOf[member]?.includes(Number(network)))
      }
      const stage = createStage([1, 2, 3, 4, 5], mayLead)
      for (const member of keysOf.keys()) {
        stage.join(member)
        stage.settle()
      }
      for (const [role, leader] of stage.leaders) {
        const isFree = !keysOf.some((_, member) => mayLead(member, role))
        if (isFree) expect(leader).toBeUndefined()
        else expect(mayLead(leader ?? -1, role)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('whoever joins and leaves, every role is led and each kind is spread evenly', () => {
  const change = fc.record({ isJoin: fc.boolean(), member: fc.integer({ min: 1, max: 6 }) })
  const networks = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(networks, fc.array(change, { maxLength: 12 }), (served, changes) => {
      const stage = createStage(served)
      for (const { isJoin, member } of changes) {
        if (isJoin) stage.join(member)
        else stage.leave(member)
        stage.settle()
        if (stage.members.size === 0) continue
        expect([...stage.leaders.values()]).not.toContain(undefined)
        for (const kind of kinds) {
          const counts = [...stage.members].map((each) => stage.networksOf(each, kind).length)
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
        }
      }
    }),
    { numRuns: 200 },
  )
})
