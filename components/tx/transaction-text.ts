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

/** Short title of a transaction's kind, for headings and page titles. */
export const transactionTitle = (t: Texts, { kind }: TransactionCall): string => t(titles[kind])

/** Input of {@link transactionSentence}. */
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

/** Summarises a transaction in one sentence. */
export function transactionSentence(t: Texts, write: Writer, facts: TransactionFacts): string {
  const { call, value, token, native, fills } = facts
  const argument = call.args.map((arg) => arg.value).find((arg) => typeof arg === 'bigint') ?? 0n
  const amount = write(argument, token)
  const sent = write(value, native)
  const { symbol } = token
  switch (call.kind) {
    case 'settlement':
      return t('what.settlement', { fills })
    case 'approval':
      return argument === maxUint256
        ? t('what.approvalAny', { symbol })
        : t('what.approval', { amount })
    case 'revocation':
      return t('what.revocation', { symbol })
    case 'wrap':
      return t('what.wrap', { amount: sent, symbol })
    case 'unwrap':
      return t('what.unwrap', { amount, symbol: native.symbol })
    case 'token-transfer':
      return t('what.tokenTransfer', { amount })
    case 'presignature':
      return call.args[1]?.value === false ? t('what.presignatureBack') : t('what.presignature')
    case 'native-order':
      return t('what.nativeOrder', { amount: sent })
    case 'payment':
      return t('what.payment', { amount: sent })
    case 'other':
      return call.method === undefined
        ? t('what.unknownMethod', { selector: call.selector ?? '' })
        : t('what.method', { method: call.method })
    default:
      return t(`what.${call.kind}`)
  }
}

/** Formats a decoded argument: numbers in full, arrays and structs as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object') return JSON.stringify(value, plain)
  return String(value)
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
