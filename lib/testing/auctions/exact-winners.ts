import loadHighs from 'highs'
import { type Bid, scoreOf } from '@/lib/auctions/selection/select-winners'

/**
 * Returns the maximum total score of compatible bids, solved as a mixed-integer program by HiGHS up to its tolerances.
 * Independent of the winner selection that it checks; without the fairness filter.
 */
export async function createOracle(): Promise<(bids: readonly Bid[]) => number> {
  const highs = await loadHighs()
  return (bids) => {
    const scores = bids.map((bid) => Number(scoreOf(bid)))
    const unit = Math.max(...scores, 1)
    const groups = new Map<string, number[]>()
    for (const [index, { scores, uses }] of bids.entries()) {
      for (const taken of [...scores.keys(), ...uses]) {
        groups.set(taken, [...(groups.get(taken) ?? []), index])
      }
    }
    const names = bids.map((_, index) => `x${index}`)
    const rows = [...groups.values()].filter((group) => group.length > 1)
    const program = [
      'Maximize',
      ` all: ${scores.map((score, index) => `${score / unit} x${index}`).join(' + ')}`,
      'Subject To',
      ...rows.map((row, index) => ` c${index}: ${row.map((at) => `x${at}`).join(' + ')} <= 1`),
      'Binary',
      ` ${names.join(' ')}`,
      'End',
    ]
    const { Status, ObjectiveValue } = highs.solve(program.join('\n'), { mip_rel_gap: 1e-9 })
    if (Status !== 'Optimal') throw new Error(`HiGHS ended with ${Status}`)
    return ObjectiveValue * unit
  }
}
