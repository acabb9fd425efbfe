import { Detail, DetailList } from '@/components/ui/detail-list'
import type { Settings } from '@/lib/api/pages'
import { terseUsdText } from '@/lib/client/usd-text'

type Props = {
  /** Sums in dollars. */
  readonly terms: Settings['affiliateTerms']
}

/** The terms of a code in plain words; later changes of the programme alter nothing of them. */
export const ProgrammeTerms = ({ terms }: Props) => {
  const share = (percent: number) => terseUsdText((terms.rewardAmount * percent) / 100)
  return (
    <DetailList>
      <Detail name="One trader’s volume for a reward">{terseUsdText(terms.triggerVolume)}</Detail>
      <Detail name="You get of each reward">{share(terms.revenueSplitAffiliatePct)}</Detail>
      <Detail name="The trader gets">{share(terms.revenueSplitTraderPct)}</Detail>
      <Detail name="A trader’s volume counts for">{terms.timeCapDays} days</Detail>
      <Detail name="And up to">{terseUsdText(terms.volumeCap)}</Detail>
    </DetailList>
  )
}
