'use client'

import { type FormEvent, useRef, useState } from 'react'
import { useConnectorClient } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { TextField } from '@/components/ui/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { Well } from '@/components/ui/well'
import { parseAffiliateCode } from '@/lib/affiliate/affiliate-code'
import { registerCode } from '@/lib/client/api'
import { signAffiliateCode } from '@/lib/client/sign-affiliate-code'
import type { Address } from '@/lib/core/address'
import { codeHint, explainFailure, type RegistrationFailure } from './code-form'
import { useCodeCheck } from './use-code-check'

type Props = { readonly account: Address; readonly onRegistered: () => void }
type Progress = 'editing' | 'signing' | 'sending'

const labels: Record<Progress, string> = {
  editing: 'Sign and register',
  signing: 'Confirm in your wallet',
  sending: 'Registering…',
}

/** Choose a code, see exactly what is signed, sign, register. */
export const RegisterCode = ({ account, onRegistered }: Props) => {
  const { settings } = useSettings()
  const client = useConnectorClient()
  const [text, setText] = useState('')
  const [progress, setProgress] = useState<Progress>('editing')
  const [failure, setFailure] = useState<RegistrationFailure>()
  const check = useCodeCheck(text)
  const code = parseAffiliateCode(text)
  // Two submits in one frame must not ask the wallet twice.
  const isRunning = useRef(false)
  const canSign = code !== undefined && check.state !== 'taken' && client.data !== undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSign || isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    try {
      setProgress('signing')
      const registration = { walletAddress: account, code }
      const signedMessage = await signAffiliateCode(client.data, {
        ...registration,
        affiliateName: settings.affiliateName,
      })
      setProgress('sending')
      await registerCode({ ...registration, signedMessage })
      toastSuccess({ title: `${code} is yours` })
      onRegistered()
    } catch (error) {
      setFailure(explainFailure(error as Error))
    } finally {
      isRunning.current = false
      setProgress('editing')
    }
  }

  return (
    <form onSubmit={submit}>
      <Slip aria-label="Register an affiliate code" className="grid">
        <Well>
          <TextField
            label="Your code"
            value={text}
            onChange={(event) => setText(event.target.value.toUpperCase())}
            maxLength={20}
            readOnly={progress !== 'editing'}
            placeholder="YOUR-CODE"
            spellCheck={false}
            {...codeHint(check)}
          />
        </Well>
        <SlipPerforation />
        <Well className="mb-3 grid gap-3">
          <h2 className="text-small font-medium">What you sign</h2>
          <DetailList>
            <Detail name="name">{settings.affiliateName}</Detail>
            <Detail name="version">1</Detail>
            <Detail name="walletAddress">
              <span className="font-mono text-code font-normal">{account}</span>
            </Detail>
            <Detail name="code">{code ?? 'what you enter above'}</Detail>
            <Detail name="chainId">1</Detail>
          </DetailList>
          <p className="text-label text-ink-2">
            A signature only: no transaction, no network to switch to. Codes cannot be changed.
          </p>
        </Well>
        {failure ? (
          <div className="mb-3">
            <Alert tone="danger" title={failure.title}>
              {failure.next}
            </Alert>
          </div>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={progress !== 'editing'}
          aria-disabled={!canSign}
          className="w-full"
        >
          {code === undefined ? 'Enter a code' : labels[progress]}
        </Button>
      </Slip>
    </form>
  )
}
