import { Revert, roundUp, uint256 } from './fixed-point'
/** The curve of a stable pool: its balances, of 18 decimals and with rates applied, and amplification times 1000. */
export type StableCurve = {
  readonly amplification: bigint
  readonly balances: readonly bigint[]
}

/** A change of one balance and the balance that responds, by their positions in the curve. */
export type StableSwap = {
  readonly indexIn: number
  readonly indexOut: number
  readonly amount: bigint
}

/** `StableMath._AMP_PRECISION`: amplifications are times 1000. */
const amplificationScale = 1_000n
/** Rounds of Newton's method after which the contracts revert. */
const maxRounds = 255

/**
 * `StableMath._calculateInvariant` of composable pools, always rounded down.
 *
 * @throws {Revert} where it overflows, does not converge or a balance is zero.
 */
export function invariantDown({ amplification, balances }: StableCurve): bigint {
  const count = BigInt(balances.length)
  const sum = total(balances)
  const scaled = amplification * count
  const ampSum = uint256(scaled * sum) / amplificationScale
  return converge(sum, (invariant) => {
    let product = invariant
    for (const balance of balances) {
      product = divide(uint256(product * invariant), uint256(balance * count))
    }
    return divide(
      uint256(uint256(ampSum + uint256(product * count)) * invariant),
      uint256(
        uint256((scaled - amplificationScale) * invariant) / amplificationScale +
          uint256((count + 1n) * product),
      ),
    )
  })
}

/**
 * `StableMath._calculateInvariant(…, roundUp = true)` of the pools before the composable ones.
 *
 * @throws {Revert} where it overflows, does not converge or the sum of the balances is zero.
 */
export function invariantUp({ amplification, balances }: StableCurve): bigint {
  const count = BigInt(balances.length)
  const sum = total(balances)
  const scaled = amplification * count
  const [first = 0n, ...others] = balances
  return converge(sum, (invariant) => {
    let product = uint256(first * count)
    for (const balance of others) {
      product = roundUp(uint256(uint256(product * balance) * count), invariant)
    }
    const left = uint256(uint256(count * invariant) * invariant)
    const right = roundUp(uint256(uint256(scaled * sum) * product), amplificationScale)
    const less = uint256((scaled - amplificationScale) * product) / amplificationScale
    return roundUp(uint256(left + right), uint256(uint256((count + 1n) * invariant) + less))
  })
}

/** `StableMath._calcOutGivenIn`. @throws {Revert} where the contract does. */
export function stableOut(curve: StableCurve, swap: StableSwap, invariant: bigint): bigint {
  const { indexIn, indexOut, amount } = swap
  const balances = [...curve.balances]
  balances[indexIn] = uint256((balances[indexIn] ?? 0n) + amount)
  const after = balanceAt({ ...curve, balances }, indexOut, invariant)
  return uint256((balances[indexOut] ?? 0n) - after - 1n)
}

/** `StableMath._calcInGivenOut`. @throws {Revert} where the contract does. */
export function stableIn(curve: StableCurve, swap: StableSwap, invariant: bigint): bigint {
  const { indexIn, indexOut, amount } = swap
  const balances = [...curve.balances]
  balances[indexOut] = uint256((balances[indexOut] ?? 0n) - amount)
  const after = balanceAt({ ...curve, balances }, indexIn, invariant)
  return uint256(uint256(after - (balances[indexIn] ?? 0n)) + 1n)
}

/**
 * Returns the maximum that a swap pays of the balance at `index`, in its units, beyond what keeps the invariant of the
 * balances exactly: the rounding down of the invariant, as seen in this balance, and what rounding may have hidden
 * there. An older pool rounds it up, which hides nothing. On a curve of many units it is negligible.
 *
 * @throws {Revert} where a swap of zero would.
 */
export function maxBeyond(curve: StableCurve, index: number, invariant: bigint): bigint {
  const count = BigInt(curve.balances.length)
  const own = curve.balances[index] ?? 0n
  const after = balanceAt(curve, index, invariant)
  const [first = 0n, ...others] = curve.balances
  let product = first * count
  // `balanceAt` multiplies two rounded quotients by its scale.
  let hidden = 2n * amplificationScale + count
  for (const balance of others) {
    product = divide(product * balance * count, invariant)
    hidden += divide(own, product) + 1n
  }
  return after < own ? own - after + hidden : hidden
}

/** `StableMath._getTokenBalanceGivenInvariantAndAllOtherBalances`: the balance at `index` that keeps the invariant. */
function balanceAt(curve: StableCurve, index: number, invariant: bigint): bigint {
  const { amplification, balances } = curve
  const count = BigInt(balances.length)
  const scaled = amplification * count
  const [first = 0n, ...others] = balances
  let product = uint256(first * count)
  for (const balance of others) {
    product = divide(uint256(uint256(product * balance) * count), invariant)
  }
  const own = balances[index] ?? 0n
  const square = uint256(invariant * invariant)
  const c = uint256(uint256(roundUp(square, uint256(scaled * product)) * amplificationScale) * own)
  const b = uint256(total(balances) - own + uint256(divide(invariant, scaled) * amplificationScale))
  const start = roundUp(uint256(square + c), uint256(invariant + b))
  return converge(start, (balance) =>
    roundUp(
      uint256(uint256(balance * balance) + c),
      uint256(uint256(balance * 2n) + b - invariant),
    ),
  )
}

/** Iterates `step` until the value changes by at most one. */
function converge(start: bigint, step: (value: bigint) => bigint): bigint {
  let value = start
  if (value === 0n) return 0n
  for (let round = 0; round < maxRounds; round += 1) {
    const next = step(value)
    const change = next - value
    if (change >= -1n && change <= 1n) return next
    value = next
  }
  throw new Revert('does not converge')
}

function total(balances: readonly bigint[]): bigint {
  return balances.reduce((sum, balance) => uint256(sum + balance), 0n)
}

function divide(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new Revert('division by zero')
  return a / b
}
