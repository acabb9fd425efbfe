'use client'

import { useBytecode } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useNow } from '@/components/app/use-now'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { Address } from '@/lib/core/address'
import { SignedMessage } from './signed-message'
import type { Registration } from './use-register-code'

type Props = {
  readonly account: Address
  readonly code: string
  readonly registration: Registration
  readonly onSign: () => void
  /** Wanted by somebody whose wallet has a code already. */
  readonly onShow: () => void
  readonly onClose: () => void
}

/** What is about to be bound for good, exactly what is signed, and what failed. */
export const SignCodeDialog = (props: Props) => {
  const { account, code, registration, onClose } = props
  const { settings } = useSettings()
  const isSmart = useIsSmartWallet(account)
  const { stage, failure } = registration
  return (
    <Dialog open onOpenChange={(open) => !open && stage === 'review' && onClose()}>
      <DialogContent
        title={`Bind ${code} to your wallet`}
        description="A code cannot be changed, and a wallet has one code only."
        footer={<SignButton {...props} />}
      >
        <div className="grid grid-cols-1 gap-4">
          {failure ? (
            <Alert tone={failure.tone} title={failure.title}>
              {failure.advice}
            </Alert>
          ) : null}
          <SignedMessage name={settings.affiliateName} account={account} code={code} />
          <p className="text-label text-ink-2">
            A signature only: it costs nothing, sends no transaction and needs no other network.
          </p>
          {isSmart && !failure ? (
            <Alert tone="info" title="This is a smart wallet">
              Its contract is asked whether the signature is good, on Ethereum mainnet: it has to
              exist there.
            </Alert>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}

const SignButton = ({ registration, onSign, onShow, onClose }: Props) => {
  const { stage, failure, failedAtMs } = registration
  const now = useNow()
  const waitMs =
    failure?.waitSeconds === undefined ? 0 : failedAtMs + failure.waitSeconds * 1000 - now
  const act = { show: onShow, none: onClose, choose: onClose, resend: onSign, sign: onSign }
  const isWaiting = stage === 'review' && now > 0 && waitMs > 0
  return (
    <Button
      variant="primary"
      size="large"
      className="w-full"
      busy={stage !== 'review'}
      aria-disabled={isWaiting}
      onClick={act[failure?.next ?? 'sign']}
    >
      {isWaiting ? `Try again in ${Math.ceil(waitMs / 1000)} s` : labelOf(registration)}
    </Button>
  )
}

const labels = {
  sign: 'Sign again',
  resend: 'Try again',
  choose: 'Choose another code',
  show: 'Show my code',
  none: 'Close',
} as const

function labelOf({ stage, failure }: Registration): string {
  if (stage === 'signing') return 'Confirm in your wallet'
  if (stage === 'sending') return 'Registering…'
  return failure ? labels[failure.next] : 'Sign and register'
}

/** Accounts that only delegate to code (EIP-7702) still sign with their key. */
function useIsSmartWallet(account: Address): boolean {
  const { network } = useSettings()
  const code = useBytecode({ address: account, chainId: network.chainId })
  return !!code.data && code.data !== '0x' && !code.data.startsWith('0xef0100')
}
