import { formatEther } from 'viem'
import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { type DayBooks, listDayBooks } from '@/lib/settlements/books/cost-store'
import {
  clearBooksProblem,
  listAccountProblems,
} from '@/lib/settlements/books/solver-account-store'
import { sendSweep, signSweep } from '@/lib/settlements/books/sweep'
import { insertSolverTransaction } from '@/lib/settlements/submission/solver-transaction-store'
import { type Change, type Command, conflict, type Invocation, type Row } from './command'
import { changeOptions } from './options'
import { readAddress, readDays, readNetwork, readParameters, startOfDays } from './parameters'

/** Commands that report what the solver's transactions cost and earned. */
export const booksCommands: readonly Command[] = [
  {
    name: 'pnl',
    parameters: '',
    summary:
      'Show profit and loss per UTC day and network, newest first, in native tokens: mined settlements, reverts, settlements that were signed and not mined (withdrawn), what settlements kept at the auction prices, what of it is owed, gas, the fee for data (l1: within gas on Arbitrum, besides it on Base), what pools paid less than simulated (slack: missing from kept), gas beyond the simulations (burns: within gas), and profit. Default: 7 days.',
    options: ['network', 'days'],
    list: showBooks,
  },
  {
    name: 'sweep',
    parameters: '<network> <recipient>',
    summary:
      'Transfer what settlements kept out of your own settlement contract: the base tokens that it holds, less what it owes. Needs the network’s solver key or signer, and RPC_URL_<chainId>; pause settlement on the network first.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planSweep(ctx, invocation)],
  },
  {
    name: 'books acknowledge',
    parameters: '<network>',
    summary: 'Clear the alarm that the solver balance differs from the books.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planAcknowledgement(ctx, invocation)],
  },
]

async function showBooks(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  readParameters(parameters, [])
  const { network } = options
  const since = startOfDays(ctx.now(), readDays(options.days))
  const chainId = network === undefined ? undefined : readNetwork(network).chainId
  return (await listDayBooks(ctx.db, { since, chainId })).map(toRow)
}

function toRow({ day, chainId, settlements, reverts, withdrawn, ...wei }: DayBooks): Row {
  return {
    day,
    network: getNetwork(chainId).name,
    settlements,
    reverts,
    withdrawn,
    kept: formatEther(wei.keptWei),
    owed: formatEther(wei.owedWei),
    gas: formatEther(wei.gasWei),
    l1: formatEther(wei.l1Wei),
    slack: formatEther(wei.slackWei),
    burns: formatEther(wei.burnWei),
    profit: formatEther(wei.profitWei),
  }
}

async function planSweep(ctx: Context, { parameters }: Invocation): Promise<Change> {
  const [network = '', recipient = ''] = readParameters(parameters, ['<network>', '<recipient>'])
  const { chainId, name } = readNetwork(network)
  const to = readAddress(recipient)
  const sweep = await signSweep(ctx, { chainId, to })
  const amounts = [...sweep.amounts].map(([token, amount]) => `${amount} of ${token}`)
  const { txHash } = sweep.transaction
  return {
    action: 'sweep',
    target: name,
    effect: `${to} receives ${amounts.join(', ')} by transaction ${txHash}`,
    details: { to, txHash, amounts: amounts.join(', ') },
    apply: (tx, { at }) => insertSolverTransaction(tx, { ...sweep.transaction, createdAt: at }),
    after: () => sendSweep(ctx, sweep),
  }
}

async function planAcknowledgement(ctx: Context, { parameters }: Invocation): Promise<Change> {
  const [text = ''] = readParameters(parameters, ['<network>'])
  const { chainId, name } = readNetwork(text)
  const problems = await listAccountProblems(ctx.db)
  const problem = problems.find((one) => one.chainId === chainId)?.booksProblem
  const refusal = conflict(`the solver balance on ${name} agrees with the books`)
  if (problem === undefined) throw refusal
  return {
    action: 'acknowledge-books',
    target: name,
    effect: 'the alarm is cleared; the next difference raises another',
    details: { problem },
    apply: async (tx) => {
      if (!(await clearBooksProblem(tx, chainId))) throw refusal
    },
  }
}
