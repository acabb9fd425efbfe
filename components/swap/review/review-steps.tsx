'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { type Step, Stepper } from '@/components/ui/stepper'
import type { Translator } from '@/lib/client/i18n/translator'
import type { PermitForm } from '@/lib/client/permit'
import type { Claim } from '@/lib/client/portfolio/claims'
import { allowanceShareText } from '@/lib/client/swap/allowance-share-text'
import { type ApprovalState, approvalStage } from '@/lib/client/swap/approval-state'
import { needsAllowance, type PermitFact, type SigningWay } from '@/lib/client/swap/review-action'
import type { Token } from '@/lib/client/swap/tokens'

type Props = {
  readonly approval: ApprovalState
  readonly signing: SigningWay
  readonly permit: PermitFact
  /** What a permit lets be taken. */
  readonly permitForm: PermitForm | undefined
  /** Whether the wallet or the network is at work. */
  readonly isBusy: boolean
  readonly sellToken: Token
  /** Atoms that the order takes. */
  readonly own: bigint
  /** What open orders of the token may still take. */
  readonly claim: Claim
  /** Atoms that a permit lets be taken; undefined where there is none. */
  readonly permitted: bigint | undefined
}

/** What an order needs of its owner, one after the other: the allowance, and the signature. */
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
          ? allowanceStep(t, { approval, symbol, share: shareOf(approval.needed) })
          : permitStep(t, {
              permit,
              permitForm,
              share: permitted === undefined ? undefined : shareOf(permitted),
            }),
      ]
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

function allowanceStep(
  t: Translator<'swap'>,
  { approval, symbol, share }: Pick<Props, 'approval'> & Symbolic & Shared,
): Step {
  const isApproved = approvalStage(approval) === 'sufficient'
  const exact = approval.extent === 'exact' ? share : undefined
  const isResetting = 'step' in approval.phase && approval.phase.step === 'reset'
  return {
    label: isResetting ? t('steps.reset', { symbol }) : t('steps.approve', { symbol }),
    state: isApproved ? 'done' : 'current',
    ...(isApproved
      ? {}
      : { note: isResetting ? t('steps.resetNote') : noted(t('steps.approveNote'), exact) }),
  }
}

type SigningInput = Pick<Props, 'signing'> &
  Symbolic & {
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
