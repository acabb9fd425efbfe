/** Reasons why a trade counts or not, with the sentence shown in the API document and on the pages. */
export const referralReasons = {
  eligible:
    'The trade counts for the affiliate that the trader is bound to, except for what was undone or is beyond the volume that counts.',
  no_code: 'The order named no affiliate code.',
  not_ours: 'The order was not settled by this service.',
  unknown_code: 'Nobody had the affiliate code of the order when the trade was executed.',
  self_referral: 'The affiliate traded with its own code.',
  disabled_code: 'The affiliate code was switched off when the trade was executed.',
  same_asset: 'The two tokens follow the same thing, such as two dollar tokens.',
  both_sides: 'The same settlement traded as much in the other direction for others.',
  round_trip: 'The trader traded as much in the other direction within 24 hours.',
  funded_round_trip:
    'An account that paid the trader, or that the trader paid, traded as much in the other direction within 24 hours.',
  other_code: 'The trader is bound to another affiliate.',
  late_binding: 'The trader had traded without an affiliate code before.',
  no_price: 'Nothing told what the tokens were worth when the trade was executed.',
  time_cap: 'The time in which trades of the trader count was over.',
  volume_cap: 'The volume that counts for one trader was reached before.',
} as const

/** Why a trade counts (`eligible`) or does not. */
export type ReferralReason = keyof typeof referralReasons
