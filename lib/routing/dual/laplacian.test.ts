import { expect, test } from 'vitest'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { createLaplacian, solve } from './laplacian'

/** A chain through all tokens, and as many edges between random ones; every fifth of these is without weight. */
function randomSystem(tokenCount: number) {
  const random = seededRandom(tokenCount)
  const pick = () => Math.floor(random() * tokenCount)
  const ends = Array.from({ length: 2 * tokenCount }, (_, i) =>
    i < tokenCount - 1 ? [i, i + 1] : [pick(), pick()],
  ).filter(([a, b]) => a !== b)
  const weight = Float64Array.from(ends, (_, i) =>
    i >= tokenCount && i % 5 === 0 ? 0 : 10 ** (3 * random()),
  )
  return {
    first: Int32Array.from(ends, ([a = 0]) => a),
    second: Int32Array.from(ends, ([, b = 0]) => b),
    weight,
    held: 1,
    tokenCount,
  }
}

// Up to 96 tokens the matrix is factored; beyond, conjugate gradients are used.
test.each([2, 3, 40, 96, 97, 98, 300])('solves a system of %i tokens', (tokenCount) => {
  const system = randomSystem(tokenCount)
  const random = seededRandom(5)
  const right = Float64Array.from({ length: tokenCount }, () => random() - 0.5)
  const solution = new Float64Array(tokenCount)
  solve(createLaplacian(system), { right, solution, accuracy: 1e-12 })
  const image = new Float64Array(tokenCount)
  for (const [i, w] of system.weight.entries()) {
    const [a, b] = [system.first[i] as number, system.second[i] as number]
    const flow = w * ((solution[a] as number) - (solution[b] as number))
    image[a] = (image[a] as number) + flow
    image[b] = (image[b] as number) - flow
  }
  expect(solution[system.held]).toBe(0)
  for (const [k, value] of right.entries()) {
    if (k !== system.held) expect(image[k]).toBeCloseTo(value, 4)
  }
})

test('sets tokens that no weight reaches to zero', () => {
  const system = {
    first: Int32Array.from([0, 2]),
    second: Int32Array.from([1, 3]),
    weight: Float64Array.from([2, 0]),
    held: 1,
    tokenCount: 4,
  }
  const solution = Float64Array.from([9, 9, 9, 9])
  const right = Float64Array.from([3, 0, 5, 5])
  solve(createLaplacian(system), { right, solution, accuracy: 1e-12 })
  expect(solution[0]).toBeCloseTo(1.5)
  expect([...solution.slice(1)]).toEqual([0, 0, 0])
})
