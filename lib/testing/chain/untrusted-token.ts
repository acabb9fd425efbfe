import { encodeAbiParameters } from 'viem'
import type { Hex } from '@/lib/core/bytes'

/** What a contract answers to the calls of a token, each as raw bytes; it reverts where nothing is given. */
export type UntrustedToken = {
  readonly totalSupply?: Hex
  readonly decimals?: Hex
  readonly symbol?: Hex
  readonly name?: Hex
}

const selectors = {
  totalSupply: '18160ddd',
  decimals: '313ce567',
  symbol: '95d89b41',
  name: '06fdde03',
} as const

/** A text as contracts answer it. */
export function abiText(text: string): Hex {
  return encodeAbiParameters([{ type: 'string' }], [text])
}

/** A number as contracts answer it. */
export function abiNumber(value: bigint): Hex {
  return encodeAbiParameters([{ type: 'uint256' }], [value])
}

/** Code for `anvil_setCode` that answers like this. */
export function untrustedTokenCode(token: UntrustedToken): Hex {
  const answers = Object.entries(token).map(([name, data]) => ({
    selector: selectors[name as keyof UntrustedToken],
    data: data.slice(2),
  }))
  const handlersAt = 6 + 11 * answers.length + 5
  let dataAt = handlersAt + 16 * answers.length
  const [entries, handlers] = [[] as string[], [] as string[]]
  for (const [i, { selector, data }] of answers.entries()) {
    const size = word(data.length / 2)
    entries.push(`8063${selector}1461${word(handlersAt + 16 * i)}57`)
    handlers.push(`5b61${size}61${word(dataAt)}60003961${size}6000f3`)
    dataAt += data.length / 2
  }
  const data = answers.map((answer) => answer.data)
  return `0x60003560e01c${entries.join('')}60006000fd${handlers.join('')}${data.join('')}`
}

function word(value: number): string {
  return value.toString(16).padStart(4, '0')
}
