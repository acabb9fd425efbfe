import type { Translator } from '@/lib/client/i18n/translator'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Format } from '@/lib/core/format/format'
import type { CallKind, TransactionCall } from '@/lib/settlements/reports/decode-transaction'

type Texts = Translator<'tx'>

/** What the format of a token's amounts needs. */
export type NamedToken = {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number | undefined
}

/** Formats an amount with its symbol: "4,812.07 USDC". */
export type Writer = (atoms: bigint, token: NamedToken) => string

/** Returns the amount formatter of a locale. Amounts of unknown decimals are written in atoms. */
export const writerOf =
  (t: Texts, format: Format): Writer =>
  (atoms, { address, symbol, decimals }) =>
    decimals === undefined
      ? t('atoms', { atoms: `${atoms}`, symbol })
      : t('amount', { amount: format.amount(atoms, { address, decimals }), symbol })

/** Formats a signed flow: "+4,812.07 USDC" or "−1.5 WETH". */
export const flowText = (write: Writer, atoms: bigint, token: NamedToken): string =>
  atoms < 0n ? `−${write(-atoms, token)}` : `+${write(atoms, token)}`

const titles = {
  settlement: 'kind.settlement',
  approval: 'kind.approval',
  revocation: 'kind.revocation',
  wrap: 'kind.wrap',
  unwrap: 'kind.unwrap',
  'token-transfer': 'kind.tokenTransfer',
  cancellation: 'kind.cancellation',
  presignature: 'kind.presignature',
  'native-order': 'kind.nativeOrder',
  faucet: 'kind.faucet',
  payment: 'kind.payment',
  deployment: 'kind.deployment',
  other: 'kind.other',
} as const satisfies Record<CallKind, string>

/** Names a transaction's kind. */
export const transactionKind = (t: Texts, { kind }: TransactionCall): string => t(titles[kind])

/** Input of {@link transactionTitle} and {@link transactionFigure}. */
export type TransactionFacts = {
  readonly call: TransactionCall
  /** Value sent, in wei. */
  readonly value: bigint
  /** The called token, or the native token for a contract creation. */
  readonly token: NamedToken
  readonly native: NamedToken
  /** Number of orders filled. */
  readonly fills: number
}

/** Titles a transaction by what it did: "Approved 120.00 USDC". A pending or failed one did nothing: its kind. */
export function transactionTitle(
  t: Texts,
  write: Writer,
  facts: TransactionFacts & { readonly isDone: boolean },
): string {
  const { call, fills, token, native, isDone } = facts
  if (!isDone) return transactionKind(t, call)
  const { amount, sent } = amountsOf(write, facts)
  switch (call.kind) {
    case 'settlement':
      return t('title.settlement', { fills })
    case 'approval':
      return isUnlimited(call)
        ? t('title.approvalAny', { symbol: token.symbol })
        : t('title.approval', { amount })
    case 'revocation':
      return t('title.revocation', { symbol: token.symbol })
    case 'wrap':
      return t('title.wrap', { amount: sent })
    case 'unwrap':
      return t('title.unwrap', { amount, symbol: native.symbol })
    case 'token-transfer':
      return t('title.sent', { amount })
    case 'payment':
      return t('title.sent', { amount: sent })
    case 'native-order':
      return t('title.nativeOrder', { amount: sent })
    case 'presignature':
      return call.args[1]?.value === false ? t('title.presignatureBack') : t('title.presignature')
    case 'other':
      return t('title.called', { method: call.method ?? call.selector ?? '' })
    default:
      return t(`title.${call.kind}`)
  }
}

/** The main figure of a transaction with its name: "Allowance", "120.00 USDC"; undefined if it has none. */
export function transactionFigure(
  t: Texts,
  write: Writer,
  facts: TransactionFacts,
): { readonly name: string; readonly text: string } | undefined {
  const { call, fills, value, token } = facts
  const { amount, sent } = amountsOf(write, facts)
  switch (call.kind) {
    case 'settlement':
      return { name: t('figure.settled'), text: t('figure.orders', { fills }) }
    case 'approval':
    case 'revocation':
      return {
        name: t('figure.allowance'),
        text: isUnlimited(call) ? t('figure.unlimited', { symbol: token.symbol }) : amount,
      }
    case 'unwrap':
      return { name: t('figure.unwrapped'), text: amount }
    case 'token-transfer':
      return { name: t('figure.sent'), text: amount }
    case 'wrap':
      return { name: t('figure.wrapped'), text: sent }
    default:
      return value > 0n ? { name: t('figure.sent'), text: sent } : undefined
  }
}

/** The amount in the call, and the value sent with it. */
function amountsOf(write: Writer, { call, value, token, native }: TransactionFacts) {
  const argument = call.args.map((arg) => arg.value).find((arg) => typeof arg === 'bigint') ?? 0n
  return { amount: write(argument, token), sent: write(value, native) }
}

const isUnlimited = ({ args }: TransactionCall) => args.some(({ value }) => value === maxUint256)

/** Formats a decoded argument: numbers in full, arrays and structs as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object') return JSON.stringify(value, plain)
  return String(value)
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
