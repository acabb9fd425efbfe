import { z } from 'zod'
import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import type { Affiliate } from '@/lib/affiliate/registration/affiliate-store'
import { addressText, isoTime } from '@/lib/api/declare/fields'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { type ProgrammeTerms, shareOf } from '@/lib/core/affiliate-programme'
import { toUsd } from '@/lib/core/usd'

// How affiliates and their terms look on the wire; sums are numbers of US dollars.

const codeMessage = 'must be 5 to 20 letters, digits, - or _'

/** A code as it is given, in any case; read as it is stored. */
export const affiliateCode = z
  .string(codeMessage)
  .max(100, codeMessage)
  .transform((text) => parseAffiliateCode(text) ?? '')
  .refine((parsed) => parsed !== '', codeMessage)
  .meta({
    description: 'Trimmed of spaces and upper-cased before it is compared and stored',
    examples: ['COW-12345'],
  })

/** A code as a wallet has signed it: as it was sent, and as it is stored. */
export const sentAffiliateCode = z
  .string(codeMessage)
  .max(100, codeMessage)
  .transform((sentCode) => ({ sentCode, code: parseAffiliateCode(sentCode) ?? '' }))
  .refine(({ code }) => code !== '', codeMessage)
  .meta({
    description:
      'Signed as it is sent or in upper case; trimmed of spaces and upper-cased to be stored',
    examples: ['COW-12345'],
  })

/** An example of a path of a code that is none. */
export const malformedCode = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed code',
  params: { code: 'abc' },
  description: `code ${codeMessage}`,
})

/** A sum of US dollars as the wire shows it. */
export const usdNumber = z.number().min(0)

const percent = z.number().int().min(0).max(100)

const binding = z.object({
  code: z.string().describe('The code, in upper case'),
  walletAddress: addressText.describe('Wallet that owns the code'),
  createdAt: isoTime.describe('When the two were bound'),
})

const terms = {
  triggerVolume: usdNumber.describe('Eligible volume of a trader that earns a reward, in dollars'),
  timeCapDays: z.number().int().describe('Days from its binding in which a trader’s volume counts'),
  volumeCap: usdNumber.describe('Eligible volume of a trader that counts at most, in dollars'),
}

/** A code as it was just bound. */
export const affiliateBinding = binding.meta({ id: 'AffiliateBinding' })

const programme = {
  rewardAmount: usdNumber.describe('What a reward is before it is split, in dollars'),
  ...terms,
  revenueSplitAffiliatePct: percent.describe('Percent of a reward that the affiliate gets'),
  revenueSplitTraderPct: percent.describe('Percent of a reward that the trader gets'),
  revenueSplitDaoPct: percent.describe('Percent of a reward that the operator keeps'),
}

/** What a code that is registered now is promised. */
export const affiliateTerms = z.object(programme).meta({
  id: 'AffiliateTerms',
  description: 'What codes that are registered now are promised',
})

/** A code and what was promised for it. */
export const affiliateRecord = binding.extend(programme).meta({ id: 'Affiliate' })

/** A code as its traders see it. */
export const affiliateOffer = binding
  .extend({
    traderRewardAmount: usdNumber.describe('What a trader gets of each reward, in dollars'),
    ...terms,
  })
  .meta({ id: 'AffiliateOffer' })

type Bound = Pick<Affiliate, 'code' | 'walletAddress' | 'createdAt'>

/** What {@link affiliateBinding} describes. */
export function viewBinding({ code, walletAddress, createdAt }: Bound) {
  return { code, walletAddress, createdAt }
}

/** What {@link affiliateRecord} describes. */
export function viewAffiliate(affiliate: Affiliate) {
  return { ...viewBinding(affiliate), ...viewProgramme(affiliate.terms) }
}

/** What {@link affiliateTerms} describes. */
export function viewProgramme(terms: ProgrammeTerms): z.output<typeof affiliateTerms> {
  return {
    rewardAmount: toUsd(terms.rewardAmount),
    ...viewTerms(terms),
    revenueSplitAffiliatePct: terms.affiliatePercent,
    revenueSplitTraderPct: terms.traderPercent,
    revenueSplitDaoPct: terms.daoPercent,
  }
}

/** What {@link affiliateOffer} describes. */
export function viewOffer(affiliate: Affiliate) {
  return {
    ...viewBinding(affiliate),
    traderRewardAmount: toUsd(shareOf(affiliate.terms, 'trader', 1)),
    ...viewTerms(affiliate.terms),
  }
}

function viewTerms(terms: ProgrammeTerms) {
  return {
    triggerVolume: toUsd(terms.triggerVolume),
    timeCapDays: terms.timeCapDays,
    volumeCap: toUsd(terms.volumeCap),
  }
}

/** The binding of the examples. */
export const bindingExample = {
  code: 'COW-12345',
  walletAddress: exampleOwner,
  createdAt: '2026-11-21T09:30:00.000Z',
}

/** What the wallet of the examples signed. */
export const signatureExample =
  '0xd6af314a5740fd109375c19625e3e00a6a287faef93fe04d407ce383f81786af6bf619f033342b645b1fd4d436db77262808499dd992cd896ff7e4ab876c5e7b1c'

const volumesExample = { triggerVolume: 50_000, timeCapDays: 90, volumeCap: 5_000_000 }

/** The terms of an instance that sets none. */
export const termsExample = {
  rewardAmount: 20,
  ...volumesExample,
  revenueSplitAffiliatePct: 50,
  revenueSplitTraderPct: 40,
  revenueSplitDaoPct: 10,
}

/** The record of the examples. */
export const recordExample = { ...bindingExample, ...termsExample }

/** The offer of the examples. */
export const offerExample = { ...bindingExample, traderRewardAmount: 8, ...volumesExample }
