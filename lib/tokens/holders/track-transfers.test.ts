import fc from 'fast-check'
import { toHex } from 'viem'
import { describe, expect } from 'vitest'
import type { BlockHeader } from '@/lib/chain/block'
import { type Address, zeroAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { fromDecimal, inTransaction } from '@/lib/db/database'
import { cases } from '@/lib/testing/cases'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import type { TokenTransfer } from './token-transfer'
import { applyTransfers } from './track-transfers'
import { insertTrackedTokens, listTrackedTokens, saveProgress } from './tracked-token-store'

const chainId = 1
const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const tokens = [addressOf('7'), addressOf('8')]
const accounts = [zeroAddress, addressOf('a'), addressOf('b'), addressOf('c')]

let database: TestDatabase

async function prepare(created: TestDatabase): Promise<TestDatabase> {
  const added = tokens.map((address) => ({ address, fromBlock: 0n, faithful: true }))
  await insertTrackedTokens(created.db, chainId, added)
  for (const address of tokens) {
    await saveProgress(created.db, chainId, { address, readTo: undefined, live: true })
  }
  return created
}
test.beforeEach(async ({ freshDatabase }) => {
  database = await prepare(freshDatabase)
})

/** A block of a branch; number and branch identify it. */
type Block = { readonly number: number; readonly branch: number; readonly moves: readonly Move[] }
type Move = { token: number; sender: number; recipient: number; amount: bigint }

const hashOf = ({ number, branch }: Block) => toHex(number * 1_000 + branch, { size: 32 })

function headerOf(block: Block): BlockHeader {
  const parentHash = toHex(0, { size: 32 })
  return { number: BigInt(block.number), hash: hashOf(block), parentHash, timestamp: block.number }
}

function transfersOf(block: Block): TokenTransfer[] {
  return block.moves.map(({ token, sender, recipient, amount }, logIndex) => ({
    token: tokens[token] ?? zeroAddress,
    sender: accounts[sender] ?? zeroAddress,
    recipient: accounts[recipient] ?? zeroAddress,
    amount,
    blockNumber: BigInt(block.number),
    blockHash: hashOf(block),
    logIndex,
  }))
}

type Step = {
  readonly ancestor?: Block
  readonly blocks: readonly Block[]
  readonly isFinal: boolean
}

async function apply({ db }: TestDatabase, { ancestor, blocks, isFinal }: Step): Promise<void> {
  const headers = blocks.map(headerOf)
  const step = {
    ancestor: ancestor && headerOf(ancestor),
    blocks: isFinal ? headers.slice(-1) : headers,
    isFinal,
  }
  await inTransaction(db, (tx) =>
    applyTransfers(tx, { chainId, step, tokens, transfers: blocks.flatMap(transfersOf) }),
  )
}

async function holdersOf({ db }: TestDatabase) {
  const rows = await db.tokenHolder.findMany({ orderBy: [{ token: 'asc' }, { holder: 'asc' }] })
  const balances = rows.map(({ token, holder, balance }) => [token, holder, fromDecimal(balance)])
  return balances.filter(([, , balance]) => balance !== 0n)
}

/** Received minus sent, computed naively. */
function expectedHolders(blocks: readonly Block[]) {
  const balances: [Address, Address, bigint][] = []
  const all = blocks.flatMap(transfersOf)
  for (const token of tokens) {
    for (const account of accounts.slice(1)) {
      const own = all.filter((transfer) => transfer.token === token)
      const received = own.filter(({ recipient }) => recipient === account)
      const sent = own.filter(({ sender }) => sender === account)
      const sum = (list: TokenTransfer[]) => list.reduce((total, { amount }) => total + amount, 0n)
      const balance = sum(received) - sum(sent)
      if (balance !== 0n) balances.push([token, account, balance])
    }
  }
  return balances
}

const move: fc.Arbitrary<Move> = fc.record({
  token: fc.nat(1),
  sender: fc.nat(3),
  recipient: fc.nat(3),
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 10n }), fc.constantFrom(maxUint256, 1n << 255n)),
})
const movesOf = fc.array(fc.array(move, { maxLength: 3 }), { minLength: 80, maxLength: 80 })

/** Sizes of the steps by which a chain is indexed, and the depth of its reorg. */
const splits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 80, maxLength: 80 })

/** Splits blocks into steps of these sizes; blocks more than 64 below the end are indexed as final ranges. */
function stepsOf(blocks: readonly Block[], sizes: readonly number[]): Step[] {
  const steps: Step[] = []
  const end = blocks.at(-1)?.number ?? 0
  for (let start = 0; start < blocks.length; ) {
    const isFinal = end - (blocks[start]?.number ?? 0) >= 64
    const size = sizes[steps.length] ?? 1
    const piece = blocks.slice(start, start + size)
    const taken = isFinal ? piece.filter(({ number }) => number <= end - 64) : piece
    steps.push({ blocks: taken, isFinal })
    start += taken.length
  }
  return steps
}

describe('holder balances', () => {
  test('depend on the chain alone, whatever the steps and reorgs', { tags: ['long'] }, async ({
    openDatabase,
  }) => {
    const scenario = fc.tuple(movesOf, movesOf, splits, splits, fc.integer({ min: 1, max: 64 }))
    await fc.assert(
      fc.asyncProperty(scenario, async ([moves, others, sizes, otherSizes, depth]) => {
        const first = moves.map((list, number): Block => ({ number, branch: 0, moves: list }))
        const common = first.slice(0, first.length - depth)
        const replaced = first.slice(first.length - depth)
        const second = replaced.map(
          ({ number }): Block => ({
            number,
            branch: 1,
            moves: others[number] ?? [],
          }),
        )
        const [followed, fresh] = [
          await prepare(await openDatabase()),
          await prepare(await openDatabase()),
        ]
        for (const step of stepsOf(first, sizes)) await apply(followed, step)
        expect(await holdersOf(followed)).toEqual(expectedHolders(first))
        const ancestor = common.at(-1)
        const [head, ...rest] = stepsOf(second, otherSizes)
        if (!ancestor || !head) throw new Error('nothing is replaced')
        for (const step of [{ ...head, ancestor }, ...rest]) await apply(followed, step)
        for (const step of stepsOf([...common, ...second], otherSizes)) await apply(fresh, step)
        expect(await holdersOf(followed)).toEqual(expectedHolders([...common, ...second]))
        expect(await holdersOf(fresh)).toEqual(await holdersOf(followed))
        const kept = ({ db }: TestDatabase) =>
          db.tokenTransfer.findMany({ orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }] })
        expect(await kept(fresh)).toEqual(await kept(followed))
      }),
      { numRuns: cases(2, 5), seed: 4, endOnFailure: true },
    )
  })

  test('use one row per account with a balance', async () => {
    const there = { token: 0, sender: 0, recipient: 1, amount: 5n }
    const back = { token: 0, sender: 1, recipient: 0, amount: 5n }
    const blocks = [there, back].map((one, number) => ({ number, branch: 0, moves: [one] }))
    for (const block of blocks) await apply(database, { blocks: [block], isFinal: false })
    expect(await database.db.tokenHolder.count()).toBe(0)
  })
})

describe('a token with impossible transfers', () => {
  const honest = { token: 0, sender: 0, recipient: 1, amount: 5n }
  const progress = async () =>
    (await listTrackedTokens(database.db, chainId)).map(({ faithful }) => faithful)

  test.each<[string, readonly Move[]]>([
    ['sends more than was received', [{ token: 1, sender: 2, recipient: 3, amount: 1n }]],
    [
      'holds more than uint256',
      Array.from({ length: 20 }, () => ({ token: 1, sender: 0, recipient: 3, amount: maxUint256 })),
    ],
  ])('that %s is marked without blocking others', async (_, moves) => {
    await apply(database, { blocks: [{ number: 1, branch: 0, moves: [honest] }], isFinal: false })
    expect(await progress()).toEqual([true, true])
    const blocks = [{ number: 2, branch: 0, moves: [...moves, honest] }]
    await apply(database, { blocks, isFinal: false })
    expect(await progress()).toEqual([true, false])
    expect((await holdersOf(database))[0]).toEqual([tokens[0], accounts[1], 10n])
  })
})

describe('a step', () => {
  const block = (number: number, branch = 0): Block => ({
    number,
    branch,
    moves: [{ token: 0, sender: 0, recipient: 1, amount: 5n }],
  })

  test('is rejected when a token went live after its blocks were read', async () => {
    const step = { ancestor: undefined, blocks: [headerOf(block(1))], isFinal: false }
    const stale = inTransaction(database.db, (tx) =>
      applyTransfers(tx, { chainId, step, tokens: tokens.slice(0, 1), transfers: [] }),
    )
    await expect(stale).rejects.toMatchObject({ code: 'InternalServerError' })
  })

  test('restarts the backfill when the reorg is deeper than the stored transfers', async () => {
    for (const number of [1, 2]) await apply(database, { blocks: [block(number)], isFinal: true })
    await apply(database, { ancestor: block(1), blocks: [], isFinal: false })
    expect(await listTrackedTokens(database.db, chainId)).toMatchObject([
      { live: false, readTo: undefined },
      { live: false, readTo: undefined },
    ])
    expect(await holdersOf(database)).toEqual([])
    await apply(database, { blocks: [block(2, 1)], isFinal: false })
    expect(await holdersOf(database)).toEqual([])
  })
})
