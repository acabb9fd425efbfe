'use client'

import { ScheduleCard } from '@/components/schedule/schedule-card'
import { SigningTicket } from '@/components/schedule/signing-ticket'
import type { Signing } from '@/components/schedule/use-signing-job'
import { planParts } from '@/lib/client/schedule/plan'
import type { JobPhase, SigningJob } from '@/lib/client/schedule/signing-job'
import { GalleryStage, type StageWallet } from './gallery-stage'
import { usdc, weth } from './sample-network'
import { Specimen, State, States } from './specimen'

const wallets: readonly StageWallet[] = ['none', 'demo']
const asked = { sell: usdc.address, buy: weth.address, amount: '700' }

const signing: Signing = {
  ...{ state: undefined, error: undefined, begin: () => {}, run: () => {} },
  ...{ pause: () => {}, forget: () => {} },
}

const plan = planParts({
  ...{ total: 700_000_000n, parts: 7, intervalSeconds: 86_400, startSeconds: 1_795_251_600 },
  worst: { bought: 3n * 10n ** 14n, sold: 1_000_000n },
})

const job: SigningJob = {
  ...{ schedule: 'gallery', chainId: 1, owner: `0x${'11'.repeat(20)}`, way: 'each' },
  ...{ sellToken: usdc.address, buyToken: weth.address, referrerCode: undefined },
  parts: plan.map((part, index) => ({ ...part, isPlaced: index < 3 })),
}

const phases: readonly (readonly [string, JobPhase])[] = [
  ['signing', { at: 'signing', id: 1, isPausing: false, isLate: false }],
  ['silent wallet', { at: 'signing', id: 1, isPausing: false, isLate: true }],
  ['pausing', { at: 'placing', id: 1, isPausing: true, isLate: false }],
  ['busy service', { at: 'waiting', id: 1, untilMs: 0 }],
  ['paused', { at: 'paused' }],
  ['one confirmation', { at: 'confirming', id: 1, isLate: false }],
]

const params = { chain: 'mainnet', sell: usdc.address, buy: weth.address, amount: '' }

/** The form of a scheduled order, and the ticket of one that is being signed. */
export const GallerySchedule = () => (
  <Specimen title="Scheduled orders">
    <States>
      {wallets.map((wallet) => (
        <State key={wallet} title={`wallet: ${wallet}`}>
          <GalleryStage wallet={wallet}>
            <ScheduleCard
              {...{ asked, signing }}
              owner={undefined}
              edited={undefined}
              onEditEnd={() => {}}
            />
          </GalleryStage>
        </State>
      ))}
      {phases.map(([name, phase]) => (
        <State key={name} title={name}>
          <GalleryStage wallet="demo">
            <SigningTicket signing={{ ...signing, state: { job, phase } }} params={params} />
          </GalleryStage>
        </State>
      ))}
    </States>
  </Specimen>
)
