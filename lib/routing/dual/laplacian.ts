/**
 * A linear system over tokens whose matrix is the graph Laplacian, weighted by the pools between them, with one token
 * held. The other fields are workspace, reused for each solution.
 */
export type Laplacian = {
  readonly first: Int32Array
  readonly second: Int32Array
  /** Pools of zero weight are left out. */
  readonly weight: Float64Array
  readonly held: number
  readonly diagonal: Float64Array
  readonly numbers: Int32Array
  readonly active: Int32Array
  readonly matrix: Float64Array
  readonly work: Float64Array
  /** The pools of nonzero weight. */
  readonly edges: Edges
}

type Edges = {
  count: number
  readonly first: Int32Array
  readonly second: Int32Array
  readonly weight: Float64Array
}

/**
 * Up to this many tokens the matrix is factored; beyond, the system is solved by conjugate gradients. Factoring takes a
 * third of the cube of the number of tokens, an iteration of conjugate gradients one pass over the edges.
 */
const maxDenseTokens = 96

/**
 * Maximum iterations of conjugate gradients. The loose accuracy of early Newton steps takes far fewer; a direction that
 * is still inaccurate costs the line search some decrease.
 */
const maxIterations = 300

/** Creates a system that reads `weight` again each time it is solved. */
export function createLaplacian(
  system: Pick<Laplacian, 'first' | 'second' | 'weight' | 'held'> & { readonly tokenCount: number },
): Laplacian {
  const { tokenCount, first, second, weight, held } = system
  const size = Math.min(tokenCount, maxDenseTokens)
  return {
    first,
    second,
    weight,
    held,
    diagonal: new Float64Array(tokenCount),
    numbers: new Int32Array(tokenCount),
    active: new Int32Array(tokenCount),
    matrix: new Float64Array(size * size),
    work: new Float64Array(tokenCount * 4),
    edges: {
      count: 0,
      first: new Int32Array(weight.length),
      second: new Int32Array(weight.length),
      weight: new Float64Array(weight.length),
    },
  }
}

/**
 * Solves the system for `right` into `solution`, with zero for tokens without weight. `accuracy` applies to large ones:
 * the residual in the norm of the preconditioner, relative to that of `right`.
 */
export function solve(
  system: Laplacian,
  unknowns: Pick<Unknowns, 'right' | 'solution' | 'accuracy'>,
): void {
  unknowns.solution.fill(0)
  const count = prepare(system)
  if (count <= maxDenseTokens) solveDense(system, { ...unknowns, count })
  else solveByGradients(system, { ...unknowns, count })
}

/** Numbers the tokens that some weight reaches, lists pools and diagonal by these numbers, and returns their count. */
function prepare(system: Laplacian): number {
  const { first, second, weight, held, numbers, active, edges, diagonal } = system
  numbers.fill(-1)
  let count = 0
  let pools = 0
  for (let i = 0; i < weight.length; i += 1) {
    const w = weight[i] as number
    if (w === 0) continue
    const a = first[i] as number
    const b = second[i] as number
    for (let end = a; ; end = b) {
      if (numbers[end] === -1 && end !== held) {
        numbers[end] = count
        active[count] = end
        diagonal[count] = 0
        count += 1
      }
      if (end === b) break
    }
    edges.first[pools] = numbers[a] as number
    edges.second[pools] = numbers[b] as number
    edges.weight[pools] = w
    pools += 1
    if (a !== held) diagonal[numbers[a] as number] = (diagonal[numbers[a] as number] as number) + w
    if (b !== held) diagonal[numbers[b] as number] = (diagonal[numbers[b] as number] as number) + w
  }
  edges.count = pools
  return count
}

type Unknowns = {
  readonly count: number
  readonly right: Float64Array
  readonly solution: Float64Array
  readonly accuracy: number
}

/**
 * Relative shift of the diagonal: without it a component not connected to the held token is singular. It changes a step
 * by a billionth, far less than the line search.
 */
const diagonalShift = 1e-9

function solveDense(system: Laplacian, { count, right, solution }: Unknowns): void {
  const { edges, diagonal, active, matrix, work } = system
  matrix.fill(0, 0, count * count)
  for (let i = 0; i < edges.count; i += 1) {
    const a = edges.first[i] as number
    const b = edges.second[i] as number
    if (a < 0 || b < 0) continue
    const at = a > b ? a * count + b : b * count + a
    matrix[at] = (matrix[at] as number) - (edges.weight[i] as number)
  }
  for (let row = 0; row < count; row += 1) {
    matrix[row * count + row] = (diagonal[row] as number) * (1 + diagonalShift)
    work[row] = right[active[row] as number] as number
  }
  factor(matrix, count)
  substitute(matrix, work, count)
  for (let row = 0; row < count; row += 1) solution[active[row] as number] = work[row] as number
}

/** A pivot below this fraction of its diagonal entry is lost to rounding, and is replaced by that. */
const minPivot = 1e-12

/** Cholesky factorisation in place, lower triangle, row by row (Nocedal & Wright, algorithm A.2). */
function factor(matrix: Float64Array, count: number): void {
  for (let row = 0; row < count; row += 1) {
    const at = row * count
    let pivot = matrix[at + row] as number
    for (let column = 0; column < row; column += 1) {
      const other = column * count
      let sum = matrix[at + column] as number
      for (let k = 0; k < column; k += 1) {
        sum -= (matrix[at + k] as number) * (matrix[other + k] as number)
      }
      const value = sum * (matrix[other + column] as number)
      matrix[at + column] = value
      pivot -= value * value
    }
    const min = (matrix[at + row] as number) * minPivot
    // The diagonal stores inverses, which saves later divisions.
    matrix[at + row] = 1 / Math.sqrt(Math.max(pivot, min))
  }
}

function substitute(matrix: Float64Array, vector: Float64Array, count: number): void {
  for (let row = 0; row < count; row += 1) {
    let sum = vector[row] as number
    for (let k = 0; k < row; k += 1) {
      sum -= (matrix[row * count + k] as number) * (vector[k] as number)
    }
    vector[row] = sum * (matrix[row * count + row] as number)
  }
  for (let row = count - 1; row >= 0; row -= 1) {
    const value = (vector[row] as number) * (matrix[row * count + row] as number)
    vector[row] = value
    for (let k = 0; k < row; k += 1) {
      vector[k] = (vector[k] as number) - (matrix[row * count + k] as number) * value
    }
  }
}

/** Conjugate gradients, preconditioned by the diagonal (Nocedal & Wright, algorithm 5.3). */
function solveByGradients(system: Laplacian, { count, right, solution, accuracy }: Unknowns): void {
  const { active, diagonal, work } = system
  const residual = work.subarray(0, count)
  const step = work.subarray(count, 2 * count)
  const image = work.subarray(2 * count, 3 * count)
  const found = work.subarray(3 * count, 4 * count).fill(0)
  let product = 0
  for (let k = 0; k < count; k += 1) {
    const r = right[active[k] as number] as number
    residual[k] = r
    step[k] = r / (diagonal[k] as number)
    product += r * (step[k] as number)
  }
  const enough = product * accuracy * accuracy
  for (let i = 0; i < maxIterations && product > enough; i += 1) {
    multiply(system, step, image)
    let slope = 0
    for (let k = 0; k < count; k += 1) slope += (step[k] as number) * (image[k] as number)
    if (!(slope > 0)) break
    const length = product / slope
    let next = 0
    for (let k = 0; k < count; k += 1) {
      found[k] = (found[k] as number) + length * (step[k] as number)
      const r = (residual[k] as number) - length * (image[k] as number)
      residual[k] = r
      next += (r * r) / (diagonal[k] as number)
    }
    const ratio = next / product
    for (let k = 0; k < count; k += 1) {
      step[k] = (residual[k] as number) / (diagonal[k] as number) + ratio * (step[k] as number)
    }
    product = next
  }
  for (let k = 0; k < count; k += 1) solution[active[k] as number] = found[k] as number
}

/** Sets `image` to the matrix times `vector`. */
function multiply({ edges, diagonal }: Laplacian, vector: Float64Array, image: Float64Array): void {
  const { first, second, weight, count } = edges
  for (let k = 0; k < vector.length; k += 1) {
    image[k] = (diagonal[k] as number) * (1 + diagonalShift) * (vector[k] as number)
  }
  for (let i = 0; i < count; i += 1) {
    const a = first[i] as number
    const b = second[i] as number
    if (a < 0 || b < 0) continue
    const w = weight[i] as number
    image[a] = (image[a] as number) - w * (vector[b] as number)
    image[b] = (image[b] as number) - w * (vector[a] as number)
  }
}
