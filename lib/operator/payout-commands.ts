import { listPayouts, markPayoutsPaid, type PayoutRecord } from '@/lib/affiliate/payout-store'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import { parseUsd, usdText } from '@/lib/core/usd'
import { type Change, type Command, conflict, type Invocation, type Row } from './command'
import { changeOptions } from './options'
import { readAddress, readLimit, readParameters } from './parameters'
import { UsageError } from './usage-error'

/** What affiliates and the traders they brought have earned, epoch by epoch. */
export const payoutCommands: readonly Command[] = [
  {
    name: 'payouts list',
    parameters: '',
    summary: 'What each epoch has earned whom, newest first, 50 unless --limit says otherwise.',
    options: ['epoch', 'wallet', 'unpaid', 'limit'],
    list: showPayouts,
  },
  {
    name: 'payouts export',
    parameters: '',
    summary: 'An epoch as CSV: a line for each wallet, or for each of its traders with --detail.',
    options: ['epoch', 'unpaid', 'detail'],
    export: exportPayouts,
  },
  {
    name: 'payouts mark-paid',
    parameters: '',
    summary: 'Note the transaction that paid a wallet what an epoch has earned it.',
    options: ['epoch', 'wallet', 'tx', 'amount', ...changeOptions],
    plan: planPayment,
  },
]

async function showPayouts(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  readParameters(parameters, [])
  const payouts = await listPayouts(ctx.db, {
    epoch: options.epoch === undefined ? undefined : readEpoch(options.epoch),
    wallet: options.wallet === undefined ? undefined : readAddress(options.wallet),
    isPaid: options.unpaid ? false : undefined,
    limit: readLimit(options.limit),
  })
  return payouts.map((payout) => ({
    epoch: dateOf(payout.epoch),
    wallet: payout.wallet,
    role: payout.role,
    code: payout.code,
    trader: payout.trader,
    rewards: payout.rewards,
    usd: usdText(payout.amount),
    paid: payout.paidTx ?? 'no',
  }))
}

async function exportPayouts(ctx: Context, { parameters, options }: Invocation): Promise<string> {
  readParameters(parameters, [])
  const epoch = readEpoch(options.epoch)
  const isPaid = options.unpaid ? false : undefined
  const payouts = await listPayouts(ctx.db, { epoch, isPaid })
  const lines = options.detail
    ? payouts.map((payout) => [...lineOf([payout]), payout.trader])
    : [...groupBy(payouts, ({ wallet, paidTx }) => `${wallet} ${paidTx}`).values()].map(lineOf)
  const head = ['epoch', 'wallet', 'role', 'code', 'rewards', 'amount_usd', 'paid_tx']
  const columns = options.detail ? [...head, 'trader'] : head
  return [columns, ...lines].map((line) => line.join(',')).join('\n')
}

/** Addresses, hashes, codes and numbers hold nothing that CSV would have to quote. */
function lineOf(payouts: readonly PayoutRecord[]): readonly string[] {
  const [first] = payouts
  if (!first) return []
  const { epoch, wallet, paidTx = '' } = first
  const roles = [...new Set(payouts.map(({ role }) => role))].sort().join('+')
  const codes = [...new Set(payouts.map(({ code }) => code))].sort().join(' ')
  const rewards = payouts.reduce((sum, payout) => sum + payout.rewards, 0)
  return [dateOf(epoch), wallet, roles, codes, String(rewards), usdText(sumOf(payouts)), paidTx]
}

async function planPayment(ctx: Context, { parameters, options }: Invocation): Promise<Change[]> {
  readParameters(parameters, [])
  const epoch = readEpoch(options.epoch)
  const wallet = readAddress(options.wallet ?? '')
  const paidTx = readTransaction(options.tx)
  const payouts = await listPayouts(ctx.db, { epoch, wallet })
  const target = `${dateOf(epoch)} ${wallet}`
  if (payouts.length === 0) throw new ServiceError('NotFound', `${target} has earned nothing`)
  const unpaid = payouts.filter((payout) => payout.paidTx === undefined)
  if (unpaid.length === 0) {
    const other = payouts.find((payout) => payout.paidTx !== paidTx)
    if (other) throw conflict(`${target} was paid already, by ${other.paidTx}`)
    return []
  }
  const amount = usdText(sumOf(unpaid))
  if (options.amount !== undefined && parseUsd(options.amount) !== sumOf(unpaid)) {
    throw conflict(`${target} is owed ${amount} dollars, not ${options.amount}: export it again`)
  }
  const apply: Change['apply'] = async (tx, { at }) => {
    const count = await markPayoutsPaid(tx, { epoch, wallet, paidTx, paidAt: at })
    if (count !== unpaid.length) throw conflict(`${target} has changed meanwhile`)
  }
  const effect = `${amount} dollars count as paid by ${paidTx}`
  return [{ action: 'pay-affiliate', target, effect, details: { amount, paidTx }, apply }]
}

function sumOf(payouts: readonly PayoutRecord[]): bigint {
  return payouts.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Epochs go by the UTC date on which they begin. */
function dateOf(epoch: number): string {
  return new Date(epoch * 1_000).toISOString().slice(0, 10)
}

function readEpoch(text: string | undefined): number {
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text ?? '') ? Date.parse(`${text}T00:00Z`) : NaN
  if (Number.isFinite(time)) return time / 1_000
  throw new UsageError(
    '--epoch <date> is needed: the day on which the epoch begins, as 2026-11-16.',
  )
}

function readTransaction(text = ''): Hex {
  const hash = parseHex(text, 32)
  if (hash) return hash
  throw new UsageError('--tx <hash> is needed: 0x and 64 hexadecimal digits.')
}
