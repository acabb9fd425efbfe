const dollars = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options })

const large = dollars({})
const middle = dollars({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
const small = dollars({ minimumSignificantDigits: 2, maximumSignificantDigits: 4 })
const compact = dollars({ notation: 'compact', maximumSignificantDigits: 3 })

/**
 * A price in US dollars with the digits that matter: "$98,120.50", "$1.0003", "$0.3642",
 * "$0.00000001234"; beyond fifteen zeros in powers of ten.
 */
export function priceText(usd: number): string {
  if (usd >= 10 || usd === 0) return large.format(usd)
  if (usd >= 1) return middle.format(usd)
  return usd >= 1e-15 ? small.format(usd) : `$${usd.toExponential(2)}`
}

/** A sum of US dollars where its size is what matters: "$1.25M"; less than a cent is said so. */
export function sumText(usd: number): string {
  if (usd > 0 && usd < 0.01) return '<$0.01'
  return usd < 1_000 ? large.format(usd) : compact.format(usd)
}

/** A change as a signed percentage: "+1.23 %"; `ratio` is the new value over the old one. */
export function changeText(ratio: number): string {
  const percent = (ratio - 1) * 100
  const text = new Intl.NumberFormat('en-US', {
    maximumFractionDigits: Math.abs(percent) < 100 ? 2 : 0,
    minimumFractionDigits: Math.abs(percent) < 100 ? 2 : 0,
    signDisplay: 'exceptZero',
  }).format(percent)
  return `${text.replace('-', '−')} %`
}

/** A part of a whole as a percentage: "12.34 %"; what would round to nothing is shown as less. */
export function shareText(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.01) return '<0.01 %'
  return `${percent.toFixed(2)} %`
}
