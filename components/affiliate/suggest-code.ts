/** Omits characters that are easily confused. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const words = ['SLIP', 'BATCH', 'MATCH', 'COIN', 'TALLY', 'STUB', 'TICKET'] as const

/** Suggests a code that is unlikely to be taken: a word and five characters. `random` returns numbers in [0, 1). */
export function suggestCode(random: () => number): string {
  const pick = (from: string | readonly string[]) => from[Math.floor(random() * from.length)]
  return `${pick(words)}-${Array.from({ length: 5 }, () => pick(letters)).join('')}`
}
