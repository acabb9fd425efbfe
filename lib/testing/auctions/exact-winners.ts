import loadHighs from 'highs'
import { type Bid, scoreOf } from '@/lib/auctions/selection/select-winners'

/**
 * The highest total score of bids that go together, by HiGHS as a mixed-integer program and up to its tolerances:
 * an oracle that shares nothing with the search it checks. The fairness filter is not applied.
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
    if (Status !== 'Optimal') throw new Error(`the oracle ends with ${Status}`)
    return ObjectiveValue * unit
  }
}
