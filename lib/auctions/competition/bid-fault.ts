/** English texts of the codes: in logs, for operators, and in rows of earlier versions. */
const texts = {
  unfair: 'gives a directed pair less than it gets alone',
  late: 'not sent in time',
  ended: 'an order has ended',
  unanswered: 'the simulation gave no answer',
  reverts: 'reverts: {reason}',
  fails: 'fails: {reason}',
  noBalance: 'token {token} tells no balance',
  loss: 'the settlement contract would lose {amount} of {token}',
  unprofitable: 'unprofitable: pays at most {maxFee} wei for each of {gas} gas',
  gasTooDear: 'gas costs more than MAX_GAS_PRICE_GWEI',
  overDayCap: 'above CANARY_DAY_NATIVE',
  settlingOff: 'SETTLE=shadow: nothing is sent',
} as const

type Texts = typeof texts
type Code = keyof Texts

/** The names of a text's placeholders. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/**
 * Why a bid was filtered out, or why a winner was not sent: a code and its parameters, all as strings. Amounts are
 * decimal and in atoms, `maxFee` in wei per gas; `reason` is the chain's or the node's own text. `other` is a text of an
 * earlier version that has no code.
 */
export type BidFault =
  | {
      readonly [C in Code]: { readonly code: C } & Readonly<Record<Names<Texts[C]>, string>>
    }[Code]
  | { readonly code: 'other'; readonly text: string }

/** Returns the English text of a fault, for logs and operators. Pages word it by its code. */
export function faultText(fault: BidFault): string {
  if (fault.code === 'other') return fault.text
  const values: Readonly<Record<string, string>> = fault
  return texts[fault.code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Maximum length of a stored parameter: a contract chooses the reason with which it reverts. */
const maxLength = 490

/** Returns a fault as its column stores it: a JSON object. */
export function encodeFault(fault: BidFault): string {
  const entries = Object.entries(fault).map(([name, value]) => [name, value.slice(0, maxLength)])
  return JSON.stringify(Object.fromEntries(entries))
}

/** Reads a stored fault; rows of earlier versions hold its English text. */
export function decodeFault(stored: string): BidFault {
  return readCode(stored) ?? readText(stored) ?? { code: 'other', text: stored }
}

function readCode(stored: string): BidFault | undefined {
  if (!stored.startsWith('{')) return undefined
  try {
    const fault = JSON.parse(stored) as BidFault
    return fault.code in texts || fault.code === 'other' ? fault : undefined
  } catch {
    return undefined
  }
}

function readText(stored: string): BidFault | undefined {
  for (const [code, text] of Object.entries(texts)) {
    const pattern = text.replace(/\{(\w+)\}/g, '(?<$1>.+)')
    const found = new RegExp(`^${pattern}$`, 's').exec(stored.trim())
    if (found) return { code, ...found.groups } as BidFault
  }
  return undefined
}
