/** Anchor of the traders' part of the Rewards page. */
export const referredId = 'referred'
