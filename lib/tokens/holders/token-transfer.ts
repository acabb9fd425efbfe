import { depositTopic, transferTopic, withdrawalTopic } from '@/lib/chain/contract-abis'
import type { ChainLog } from '@/lib/chain/read-logs'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A token transfer in atoms; the zero address stands for mints and burns. */
export type TokenTransfer = {
  readonly token: Address
  readonly sender: Address
  readonly recipient: Address
  readonly amount: bigint
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
}

/** The tokens whose logs count. A WETH9 emits `Deposit` and `Withdrawal`, no transfers, for mints and burns. */
export type TransferSource = {
  readonly tokens: ReadonlySet<Address>
  readonly wrappedNative: Address
}

/** Values of topic 0 of the logs that represent transfers. */
export const transferTopics: readonly Hex[] = [transferTopic, depositTopic, withdrawalTopic]

/**
 * Decodes the transfers among logs, by hand because there are many. Skips logs of other contracts or shapes (an NFT
 * transfer has four topics), zero amounts and self-transfers.
 */
export function decodeTransfers(
  logs: readonly ChainLog[],
  source: TransferSource,
): TokenTransfer[] {
  const transfers: TokenTransfer[] = []
  for (const log of logs) {
    const transfer = decodeTransfer(log, source)
    if (transfer) transfers.push(transfer)
  }
  return transfers
}

function decodeTransfer(
  { address: token, topics, data, blockNumber, blockHash, logIndex }: ChainLog,
  { tokens, wrappedNative }: TransferSource,
): TokenTransfer | undefined {
  if (data.length !== wordLength || !tokens.has(token)) return undefined
  const parties = partiesOf(topics, token === wrappedNative)
  if (!parties || parties.sender === parties.recipient) return undefined
  const amount = BigInt(data)
  if (amount === 0n) return undefined
  return { token, ...parties, amount, blockNumber, blockHash, logIndex }
}

type Parties = Pick<TokenTransfer, 'sender' | 'recipient'>

function partiesOf(topics: readonly string[], wraps: boolean): Parties | undefined {
  const [kind, first, second] = topics
  if (kind === transferTopic) {
    const sender = addressOf(first)
    const recipient = addressOf(second)
    if (topics.length !== 3 || !sender || !recipient) return undefined
    return { sender, recipient }
  }
  const account = addressOf(first)
  if (!wraps || topics.length !== 2 || !account) return undefined
  if (kind === depositTopic) return { sender: zeroAddress, recipient: account }
  return kind === withdrawalTopic ? { sender: account, recipient: zeroAddress } : undefined
}

/** Length of 32 bytes as 0x-prefixed hex. */
const wordLength = 66

const addressPadding = `0x${'0'.repeat(24)}`

function addressOf(topic: string | undefined): Address | undefined {
  if (topic?.length !== wordLength || !topic.startsWith(addressPadding)) return undefined
  return toAddress(`0x${topic.slice(addressPadding.length)}`)
}

/** Change of an account's token balance in atoms; negative for a decrease. */
export type HolderChange = {
  readonly token: Address
  readonly holder: Address
  readonly amount: bigint
}

/** Transfers to apply, and balance changes to roll back. */
export type Movement = {
  readonly done: readonly TokenTransfer[]
  readonly undone: readonly HolderChange[]
}

/** Sums the balance changes of a movement per token and account, without the zero address. */
export function sumMovement({ done, undone }: Movement): HolderChange[] {
  const sums = new Map<string, bigint>()
  const add = (token: Address, holder: Address, amount: bigint) => {
    const key = token + holder
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  for (const { token, sender, recipient, amount } of done) {
    add(token, sender, -amount)
    add(token, recipient, amount)
  }
  for (const { token, holder, amount } of undone) add(token, holder, -amount)
  // All writers use the same sequence, so that they cannot deadlock.
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, amount]) => ({
      token: key.slice(0, zeroAddress.length) as Address,
      holder: key.slice(zeroAddress.length) as Address,
      amount,
    }))
    .filter(({ holder }) => holder !== zeroAddress)
}
