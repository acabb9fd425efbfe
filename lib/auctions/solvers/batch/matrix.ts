/** A square matrix in row-major order. */
export type Matrix = { readonly size: number; readonly at: Float64Array }

/** Creates a zero matrix. */
export function square(size: number): Matrix {
  return { size, at: new Float64Array(size * size) }
}

/** Adds a weighted edge to a graph Laplacian. */
export function addEdge(
  { size, at }: Matrix,
  [a, b]: readonly [number, number],
  weight: number,
): void {
  at[a * size + a] = (at[a * size + a] as number) + weight
  at[b * size + b] = (at[b * size + b] as number) + weight
  at[a * size + b] = (at[a * size + b] as number) - weight
  at[b * size + a] = (at[b * size + a] as number) - weight
}

/** Pivots below this fraction of their diagonal entry are lost to rounding. */
const minPivot = 1e-14

/**
 * Computes the lower Cholesky factor (Nocedal & Wright, algorithm A.2); a pivot lost to rounding is replaced by that
 * fraction of its diagonal entry.
 */
export function factor({ size, at }: Matrix): Matrix {
  const lower = square(size)
  const l = lower.at
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = at[i * size + j] as number
      for (let k = 0; k < j; k += 1)
        sum -= (l[i * size + k] as number) * (l[j * size + k] as number)
      const min = (at[i * size + i] as number) * minPivot
      l[i * size + j] = i === j ? Math.sqrt(Math.max(sum, min)) : sum / (l[j * size + j] as number)
    }
  }
  return lower
}

/** Solves the system that {@link factor} decomposed. */
export function substitute({ size, at }: Matrix, right: Float64Array): Float64Array {
  const solution = right.slice()
  for (let i = 0; i < size; i += 1) {
    let sum = solution[i] as number
    for (let k = 0; k < i; k += 1) sum -= (at[i * size + k] as number) * (solution[k] as number)
    solution[i] = sum / (at[i * size + i] as number)
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = solution[i] as number
    for (let k = i + 1; k < size; k += 1)
      sum -= (at[k * size + i] as number) * (solution[k] as number)
    solution[i] = sum / (at[i * size + i] as number)
  }
  return solution
}

/** The matrix times a vector. */
export function times({ size, at }: Matrix, vector: Float64Array): Float64Array {
  return Float64Array.from(vector, (_, i) => {
    let sum = 0
    for (let k = 0; k < size; k += 1) sum += (at[i * size + k] as number) * (vector[k] as number)
    return sum
  })
}

/** The transposed matrix times a vector. */
export function timesTransposed({ size, at }: Matrix, vector: Float64Array): Float64Array {
  return Float64Array.from(vector, (_, i) => {
    let sum = 0
    for (let k = 0; k < size; k += 1) sum += (at[k * size + i] as number) * (vector[k] as number)
    return sum
  })
}

/**
 * Second derivatives of a function that is concave in some variables (negated) and convex in the same number of others.
 */
export type SaddleSystem = { readonly bend: Matrix; readonly cross: Matrix; readonly curve: Matrix }

/**
 * The changes of the concave and of the convex variables at which both gradients, `pull` and `gradient`, vanish;
 * overwrites `curve`. Eliminates the concave variables: the Schur complement of `bend` (Boyd & Vandenberghe, A.5.5).
 */
export function solveSaddle(
  { bend, cross, curve }: SaddleSystem,
  { pull, gradient }: { readonly pull: Float64Array; readonly gradient: Float64Array },
): [Float64Array, Float64Array] {
  const size = pull.length
  const bent = factor(bend)
  const column = new Float64Array(size)
  for (let k = 0; k < size; k += 1) {
    for (let j = 0; j < size; j += 1) column[j] = cross.at[j * size + k] as number
    if (column.every((each) => each === 0)) continue
    const added = timesTransposed(cross, substitute(bent, column))
    for (let j = 0; j < size; j += 1) {
      curve.at[j * size + k] = (curve.at[j * size + k] as number) + (added[j] as number)
    }
  }
  const right = timesTransposed(cross, substitute(bent, pull)).map(
    (each, k) => -each - (gradient[k] as number),
  )
  const changes = substitute(factor(curve), right)
  const moves = times(cross, changes).map((each, k) => each + (pull[k] as number))
  return [substitute(bent, moves), changes]
}
