import { endOfEpoch, epochOf } from '@/lib/affiliate/payouts/epoch'
import {
  hasPayouts,
  listPayouts,
  markPayoutsPaid,
  type PayoutRecord,
} from '@/lib/affiliate/payouts/payout-store'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import { isoDate } from '@/lib/core/time'
import { parseUsd, usdText } from '@/lib/core/usd'
import { type Change, type Command, conflict, type Invocation, type Row } from './command'
import { changeOptions, UsageError } from './options'
import { readAddress, readLimit, readParameters } from './parameters'
import { formatCsv } from './table'
/** Commands that list, export and settle the rewards of affiliates and their traders by epoch. */
export const payoutCommands: readonly Command[] = [
  {
    name: 'payouts list',
    parameters: '',
    summary: 'List payouts per epoch and wallet, newest first (default --limit 50).',
    options: ['epoch', 'wallet', 'unpaid', 'limit'],
    list: showPayouts,
  },
  {
    name: 'payouts export',
    parameters: '',
    summary:
      'Export an epoch as CSV: a line per wallet, or per trader of the wallet with --detail.',
    options: ['epoch', 'unpaid', 'detail'],
    export: exportPayouts,
  },
  {
    name: 'payouts mark-paid',
    parameters: '',
    summary:
      'Record the transaction that paid a wallet for an epoch. --amount is the exported amount that it paid.',
    options: ['epoch', 'wallet', 'tx', 'amount', ...changeOptions],
    plan: planPayment,
  },
]

async function showPayouts(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  readParameters(parameters, [])
  const payouts = await listPayouts(ctx.db, {
    epoch: options.epoch === undefined ? undefined : await readEpoch(ctx, options.epoch),
    wallet: options.wallet === undefined ? undefined : readAddress(options.wallet),
    isPaid: options.unpaid ? false : undefined,
    limit: readLimit(options.limit),
  })
  return payouts.map((payout) => ({
    epoch: isoDate(payout.epoch),
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
  const epoch = await readEpoch(ctx, options.epoch)
  const isPaid = options.unpaid ? false : undefined
  const payouts = await listPayouts(ctx.db, { epoch, isPaid })
  const lines = options.detail
    ? payouts.map((payout) => [...lineOf([payout]), payout.trader])
    : [...groupBy(payouts, ({ wallet, paidTx }) => `${wallet} ${paidTx}`).values()].map(lineOf)
  const head = ['epoch', 'wallet', 'role', 'code', 'rewards', 'amount_usd', 'paid_tx']
  const columns = options.detail ? [...head, 'trader'] : head
  return formatCsv([columns, ...lines])
}

function lineOf(payouts: readonly PayoutRecord[]): readonly string[] {
  const [first] = payouts
  if (!first) return []
  const { epoch, wallet, paidTx = '' } = first
  const roles = [...new Set(payouts.map(({ role }) => role))].sort().join('+')
  const codes = [...new Set(payouts.map(({ code }) => code))].sort().join(' ')
  const rewards = payouts.reduce((sum, payout) => sum + payout.rewards, 0)
  return [isoDate(epoch), wallet, roles, codes, String(rewards), usdText(sumOf(payouts)), paidTx]
}

async function planPayment(ctx: Context, { parameters, options }: Invocation): Promise<Change[]> {
  readParameters(parameters, [])
  const epoch = await readEpoch(ctx, options.epoch)
  const wallet = readAddress(options.wallet ?? '')
  const paidTx = readTransaction(options.tx)
  const amount = readAmount(options.amount)
  const payouts = await listPayouts(ctx.db, { epoch, wallet })
  const target = `${isoDate(epoch)} ${wallet}`
  if (payouts.length === 0) throw new ServiceError('NotFound', `${target} has no payouts`)
  if (sumOf(payouts.filter((payout) => payout.paidTx === paidTx)) === amount) return []
  const unpaid = payouts.filter((payout) => payout.paidTx === undefined)
  const paid = findExported(unpaid, amount)
  if (!paid) throw conflict(describeMismatch(target, payouts))
  const apply: Change['apply'] = async (tx, { at }) => {
    const count = await markPayoutsPaid(tx, { payouts: paid, paidTx, paidAt: at })
    if (count !== paid.length) throw conflict(`${target} changed in the meantime`)
  }
  const left = sumOf(unpaid) - amount
  const rest = left > 0n ? `; ${usdText(left)} dollars, added after the export, remain unpaid` : ''
  const effect = `${usdText(amount)} dollars are recorded as paid by ${paidTx}${rest}`
  const details = { amount: usdText(amount), paidTx }
  return [{ action: 'pay-affiliate', target, effect, details, apply }]
}

/**
 * Returns the oldest payouts that add up to `amount`. These are the exported ones; payouts added since then stay
 * unpaid.
 */
function findExported(
  unpaid: readonly PayoutRecord[],
  amount: bigint,
): readonly PayoutRecord[] | undefined {
  const byAge = unpaid.toSorted(
    (left, right) => left.createdAt.getTime() - right.createdAt.getTime(),
  )
  let sum = 0n
  const sums = byAge.map((payout) => {
    sum += payout.amount
    return sum
  })
  const last = sums.lastIndexOf(amount)
  return last < 0 ? undefined : byAge.slice(0, last + 1)
}

function describeMismatch(target: string, payouts: readonly PayoutRecord[]): string {
  const owed = sumOf(payouts.filter(({ paidTx }) => paidTx === undefined))
  const transactions = [...new Set(payouts.flatMap(({ paidTx }) => paidTx ?? []))].join(', ')
  if (owed === 0n) return `${target} is already paid, by ${transactions}`
  return `${target} is owed ${usdText(owed)} dollars: export the epoch again and pay that amount`
}

function sumOf(payouts: readonly PayoutRecord[]): bigint {
  return payouts.reduce((sum, { amount }) => sum + amount, 0n)
}

/**
 * Returns the epoch that begins on a UTC date. An epoch with payouts counts even if today's settings would start it on
 * another day.
 */
async function readEpoch(ctx: Context, text = ''): Promise<number> {
  const time = Date.parse(`${text}T00:00Z`) / 1_000
  if (!Number.isFinite(time) || isoDate(time) !== text) {
    throw new UsageError(
      '--epoch <date> is required: the first day of the epoch, such as 2026-11-16.',
    )
  }
  const days = ctx.config.affiliateEpochDays
  const begin = epochOf(time, days)
  if (begin === time || (await hasPayouts(ctx.db, time))) return time
  const near = `${isoDate(begin)} and ${isoDate(endOfEpoch(begin, days))}`
  throw new UsageError(`No epoch starts on ${text}; the nearest ones start on ${near}.`)
}

function readAmount(text = ''): bigint {
  const amount = parseUsd(text)
  if (amount !== undefined && amount > 0n) return amount
  throw new UsageError(
    '--amount <usd> is required: the exported amount that was paid, in dollars, such as 12.5.',
  )
}

function readTransaction(text = ''): Hex {
  const hash = parseHex(text, 32)
  if (hash) return hash
  throw new UsageError('--tx <hash> is required: 0x and 64 hexadecimal digits.')
}
