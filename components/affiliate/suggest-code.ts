/** Without what is easily mistaken for something else. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const words = ['SLIP', 'BATCH', 'MATCH', 'COIN', 'TALLY', 'STUB', 'TICKET'] as const

/** A code that hardly anybody has: a word and five characters. `random` gives numbers in [0, 1). */
export function suggestCode(random: () => number): string {
  const pick = (from: string | readonly string[]) => from[Math.floor(random() * from.length)]
  return `${pick(words)}-${Array.from({ length: 5 }, () => pick(letters)).join('')}`
}
