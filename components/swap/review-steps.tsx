'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { AddressText } from '@/components/tokens/address-text'
import { type Step, Stepper } from '@/components/ui/stepper'
import type { Translator } from '@/lib/client/i18n/translator'
import type { PermitForm } from '@/lib/client/permit'
import { type ApprovalState, approvalStage } from '@/lib/client/swap/approval-state'
import { needsAllowance, type PermitFact, type SigningWay } from '@/lib/client/swap/review-action'

type Props = {
  readonly approval: ApprovalState
  readonly signing: SigningWay
  readonly permit: PermitFact
  /** What a permit lets be taken. */
  readonly permitForm: PermitForm | undefined
  /** Whether the wallet or the network is at work. */
  readonly isBusy: boolean
  readonly symbol: string
}

/** What an order needs of its owner, one after the other: the allowance, and the signature. */
export const ReviewSteps = ({ approval, signing, isBusy, symbol, ...given }: Props) => {
  const t = useTranslations('swap')
  const isApproved = approvalStage(approval) === 'sufficient' || given.permit === 'cached'
  const allowance = !needsAllowance(signing)
    ? []
    : [given.permit === 'none' ? allowanceStep(t, { approval, symbol }) : permitStep(t, given)]
  const isNext = isApproved || !needsAllowance(signing)
  return (
    <>
      <Stepper
        label={t('steps.label')}
        pace={isBusy ? 'busy' : 'idle'}
        steps={[...allowance, ...signingSteps(t, { signing, symbol, isApproved, isNext })]}
      />
      {signing === 'native' || isApproved ? null : <Spender />}
    </>
  )
}

/** Who is allowed to take the token. */
const Spender = () => {
  const t = useTranslations('swap')
  const { settings } = useSettings()
  return (
    <p className="text-small text-ink-2">
      {t.rich('steps.spender', {
        address: () => (
          <AddressText address={settings.vaultRelayerContract} what={t('steps.spenderAddress')} />
        ),
      })}
    </p>
  )
}

function permitStep(
  t: Translator<'swap'>,
  { permit, permitForm }: Pick<Props, 'permit' | 'permitForm'>,
): Step {
  return permit === 'cached'
    ? { label: t('steps.permit'), state: 'done' }
    : {
        label: t('steps.permit'),
        state: 'current',
        note: permitForm === 'all' ? t('steps.permitAllNote') : t('steps.permitNote'),
      }
}

function allowanceStep(
  t: Translator<'swap'>,
  { approval, symbol }: Pick<Props, 'approval' | 'symbol'>,
): Step {
  const isApproved = approvalStage(approval) === 'sufficient'
  const isResetting = 'step' in approval.phase && approval.phase.step === 'reset'
  return {
    label: isResetting ? t('steps.reset', { symbol }) : t('steps.approve', { symbol }),
    state: isApproved ? 'done' : 'current',
    ...(isApproved ? {} : { note: isResetting ? t('steps.resetNote') : t('steps.approveNote') }),
  }
}

type SigningInput = Pick<Props, 'signing' | 'symbol'> & {
  readonly isApproved: boolean
  /** Whether it is the turn of the signature. */
  readonly isNext: boolean
}

function signingSteps(
  t: Translator<'swap'>,
  { signing, symbol, isApproved, isNext }: SigningInput,
): readonly Step[] {
  const state = isNext ? 'current' : 'waiting'
  if (signing === 'native')
    return [{ label: t('steps.pay', { symbol }), state, note: t('steps.payNote') }]
  if (signing !== 'batch' && signing !== 'transaction') {
    return [{ label: t('steps.sign'), state, note: t('steps.signNote') }]
  }
  const isBoth = signing === 'batch' && !isApproved
  const label = isBoth ? t('steps.both', { symbol }) : t('steps.byTransaction')
  return [
    { label: t('steps.place'), state, note: t('steps.placeNote') },
    { label, state: 'waiting' },
  ]
}
