import { z } from 'zod'
import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import type { Affiliate } from '@/lib/affiliate/registration/affiliate-store'
import { messageRefusal } from '@/lib/api/declare/example'
import { addressText, isoTime } from '@/lib/api/declare/fields'
import { exampleOwner } from '@/lib/api/order-book/order-examples'
import { type ProgrammeTerms, shareOf } from '@/lib/core/affiliate-programme'
import { toUsd } from '@/lib/core/usd'

// Schemas of affiliates and their terms; sums are numbers of US dollars.

const codeMessage = 'must be 5 to 20 letters, digits, - or _'

/** Parses a code in any case to its stored form. */
export const affiliateCode = z
  .string(codeMessage)
  .max(100, codeMessage)
  .transform((text) => parseAffiliateCode(text) ?? '')
  .refine((parsed) => parsed !== '', codeMessage)
  .meta({
    description: 'Trimmed of spaces and upper-cased before it is compared and stored',
    examples: ['COW-12345'],
  })

/** Parses a signed code to its form as sent and its stored form. */
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

/** Example of a path with a malformed code. */
export const malformedCode = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed code',
  params: { code: 'abc' },
  description: `code ${codeMessage}`,
})

/** A sum in US dollars. */
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

/** A newly bound code. */
export const affiliateBinding = binding.meta({ id: 'AffiliateBinding' })

const programme = {
  rewardAmount: usdNumber.describe('What a reward is before it is split, in dollars'),
  ...terms,
  revenueSplitAffiliatePct: percent.describe('Percent of a reward that the affiliate gets'),
  revenueSplitTraderPct: percent.describe('Percent of a reward that the trader gets'),
  revenueSplitDaoPct: percent.describe('Percent of a reward that the operator keeps'),
}

/** The current terms for newly registered codes. */
export const affiliateTerms = z.object(programme).meta({
  id: 'AffiliateTerms',
  description: 'What codes that are registered now are promised',
})

/** A code with the terms that it was registered on. */
export const affiliateRecord = binding.extend(programme).meta({ id: 'Affiliate' })

/** A code with the terms that concern its traders. */
export const affiliateOffer = binding
  .extend({
    traderRewardAmount: usdNumber.describe('What a trader gets of each reward, in dollars'),
    ...terms,
  })
  .meta({ id: 'AffiliateOffer' })

type Bound = Pick<Affiliate, 'code' | 'walletAddress' | 'createdAt'>

/** Renders {@link affiliateBinding}. */
export function viewBinding({ code, walletAddress, createdAt }: Bound) {
  return { code, walletAddress, createdAt }
}

/** Renders {@link affiliateRecord}. */
export function viewAffiliate(affiliate: Affiliate) {
  return { ...viewBinding(affiliate), ...viewProgramme(affiliate.terms) }
}

/** Renders {@link affiliateTerms}. */
export function viewProgramme(terms: ProgrammeTerms): z.output<typeof affiliateTerms> {
  return {
    rewardAmount: toUsd(terms.rewardAmount),
    ...viewTerms(terms),
    revenueSplitAffiliatePct: terms.affiliatePercent,
    revenueSplitTraderPct: terms.traderPercent,
    revenueSplitDaoPct: terms.daoPercent,
  }
}

/** Renders {@link affiliateOffer}. */
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

/** Example binding. */
export const bindingExample = {
  code: 'COW-12345',
  walletAddress: exampleOwner,
  createdAt: '2026-11-21T09:30:00.000Z',
}

/** Signature of {@link bindingExample}. */
export const signatureExample =
  '0xd6af314a5740fd109375c19625e3e00a6a287faef93fe04d407ce383f81786af6bf619f033342b645b1fd4d436db77262808499dd992cd896ff7e4ab876c5e7b1c'

const volumesExample = { triggerVolume: 50_000, timeCapDays: 90, volumeCap: 5_000_000 }

/** Default terms of an instance. */
export const termsExample = {
  rewardAmount: 20,
  ...volumesExample,
  revenueSplitAffiliatePct: 50,
  revenueSplitTraderPct: 40,
  revenueSplitDaoPct: 10,
}

/** Example record. */
export const recordExample = { ...bindingExample, ...termsExample }

/** Example offer. */
export const offerExample = { ...bindingExample, traderRewardAmount: 8, ...volumesExample }
