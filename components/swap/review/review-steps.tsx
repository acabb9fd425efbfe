'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { type Step, Stepper } from '@/components/ui/stepper'
import type { Translator } from '@/lib/client/i18n/translator'
import type { PermitForm } from '@/lib/client/permit'
import type { Claim } from '@/lib/client/portfolio/claims'
import { type ApprovalState, approvalStage } from '@/lib/client/swap/approval-state'
import { needsAllowance, type PermitFact, type SigningWay } from '@/lib/client/swap/review-action'
import { allowanceShareText } from '@/lib/client/swap/review-text'
import type { Token } from '@/lib/client/swap/tokens'

type Props = {
  readonly approval: ApprovalState
  readonly signing: SigningWay
  readonly permit: PermitFact
  /** The amount of a permit. */
  readonly permitForm: PermitForm | undefined
  /** Whether the wallet or the network is busy. */
  readonly isBusy: boolean
  readonly sellToken: Token
  /** The order's sell amount in atoms. */
  readonly own: bigint
  /** What the token's open orders may still draw. */
  readonly claim: Claim
  /** The permitted amount in atoms; undefined without a permit. */
  readonly permitted: bigint | undefined
}

/** The owner's steps in order: allowance, then signature. */
export const ReviewSteps = ({ approval, signing, isBusy, sellToken, ...given }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { own, claim, permit, permitForm, permitted } = given
  const { symbol } = sellToken
  const shareOf = (whole: bigint) =>
    allowanceShareText({ t, format }, { whole, own, claim, token: sellToken })
  const isApproved = approvalStage(approval) === 'sufficient' || permit === 'cached'
  const allowance = !needsAllowance(signing)
    ? []
    : [
        permit === 'none'
          ? allowanceStep(t, {
              ...{ approval, symbol, share: shareOf(approval.needed) },
              amount: `${format.amount(approval.needed, sellToken)} ${symbol}`,
            })
          : permitStep(t, {
              permit,
              permitForm,
              share: permitted === undefined ? undefined : shareOf(permitted),
            }),
      ]
  const isNext = isApproved || !needsAllowance(signing)
  const steps = [...allowance, ...signingSteps(t, { signing, symbol, isApproved, isNext })]
  return (
    <div className="mb-4">
      <Stepper
        direction="row"
        label={t('steps.label')}
        pace={isBusy ? 'busy' : 'idle'}
        steps={steps}
      />
    </div>
  )
}

/** The contract that an approval or a permit is for. */
export const Spender = () => {
  const t = useTranslations('swap')
  const { settings } = useSettings()
  return (
    <p className="text-label text-ink-2">
      {t.rich('steps.spender', {
        address: () => (
          <AddressText address={settings.vaultRelayerContract} what={t('steps.spenderAddress')} />
        ),
      })}
    </p>
  )
}

const noted = (note: string, share: string | undefined) => (share ? `${note} ${share}` : note)

type Symbolic = { readonly symbol: string }
type Shared = { readonly share: string | undefined }

function permitStep(
  t: Translator<'swap'>,
  { permit, permitForm, share }: Pick<Props, 'permit' | 'permitForm'> & Shared,
): Step {
  return permit === 'cached'
    ? { label: t('steps.permit'), state: 'done' }
    : {
        label: t('steps.permit'),
        state: 'current',
        note: permitForm === 'all' ? t('steps.permitAllNote') : noted(t('steps.permitNote'), share),
      }
}

type AllowanceInput = Pick<Props, 'approval'> & Symbolic & Shared & { readonly amount: string }

function allowanceStep(
  t: Translator<'swap'>,
  { approval, symbol, share, amount }: AllowanceInput,
): Step {
  const isApproved = approvalStage(approval) === 'sufficient'
  const exact = approval.extent === 'exact' ? share : undefined
  const { extent } = approval
  const isResetting = 'step' in approval.phase && approval.phase.step === 'reset'
  return {
    label: isApproved
      ? t('steps.approved', { symbol })
      : isResetting
        ? t('steps.reset', { symbol })
        : t('steps.approve', { symbol }),
    state: isApproved ? 'done' : 'current',
    ...(isApproved
      ? {}
      : {
          note: isResetting
            ? t('steps.resetNote')
            : noted(t('steps.approveNote', { extent, amount }), exact),
        }),
  }
}

type SigningInput = Pick<Props, 'signing'> &
  Symbolic & {
    readonly isApproved: boolean
    /** Whether the signature is the current step. */
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
    return [{ label: t('steps.sign'), state }]
  }
  const isBoth = signing === 'batch' && !isApproved
  const label = isBoth ? t('steps.both', { symbol }) : t('steps.byTransaction')
  return [
    { label: t('steps.place'), state, note: t('steps.placeNote') },
    { label, state: 'waiting' },
  ]
}
