'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { lazyPart } from '@/components/ui/lazy-part'
import { Panel } from '@/components/ui/panel'
import { TextField } from '@/components/ui/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import type { Address } from '@/lib/core/address'
import { codeHint, missingForCode, suggestCode } from './code-form'
import { useCodeCheck } from './use-code-check'
import { useCodeLink } from './use-code-link'
import { useRegisterCode } from './use-register-code'

const SignCodeDialog = lazyPart(async () => (await import('./sign-code-dialog')).SignCodeDialog)

type Props = {
  readonly account: Address
  /** Called once the account has a code. */
  readonly onRegistered: () => void
  /** Called if the account turns out to have a code already. */
  readonly onShow: () => void
}

/** The registration flow: choose a code, review the typed data, sign, register. */
export const RegisterCode = ({ account, onRegistered, onShow }: Props) => {
  const t = useTranslations('affiliate')
  const queries = useQueryClient()
  const registration = useRegisterCode(account)
  const [text, setText] = useState('')
  const [isSigning, setSigning] = useState(false)
  const fieldRef = useRef<HTMLInputElement>(null)
  const check = useCodeCheck(text)
  const code = parseAffiliateCode(text)
  const missing = missingForCode(t, check)
  const { failure, forgetFailure } = registration
  const mustChoose = failure?.next === 'choose'

  const edit = (next: string) => {
    // ASCII only: `ß` would become `SS` unnoticed.
    setText(next.replace(/[a-z]+/g, (letters) => letters.toUpperCase()))
    forgetFailure()
  }
  const backToField = () => {
    setSigning(false)
    void queries.invalidateQueries({ queryKey: ['affiliate-code'] })
    // Runs after the dialog has restored the focus.
    setTimeout(() => fieldRef.current?.select(), 50)
  }
  const close = () => {
    if (mustChoose) return backToField()
    registration.stop()
    setSigning(false)
    forgetFailure()
  }
  const review = (event: FormEvent) => {
    event.preventDefault()
    if (missing === undefined) setSigning(true)
    else fieldRef.current?.focus()
  }
  const sign = async () => {
    if (code === undefined || !(await registration.register(code))) return
    toastSuccess({ title: t('register.done', { code }) })
    onRegistered()
  }

  return (
    <form onSubmit={review} aria-label={t('register.label')}>
      <Panel title={t('register.title')}>
        <CodeField
          ref={fieldRef}
          text={text}
          check={check}
          onEdit={edit}
          onSuggest={() => edit(suggestCode(Math.random))}
        />
        <LinkPreview code={code} />
        {mustChoose && !isSigning ? (
          <Alert tone="danger" title={failure.title}>
            {failure.advice}
          </Alert>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="large"
          aria-disabled={missing !== undefined}
          className="w-full"
        >
          {missing ?? t('register.review')}
        </Button>
        <p className="text-small text-ink-2">{t('register.note')}</p>
      </Panel>
      {isSigning && code !== undefined ? (
        <Suspense fallback={null}>
          <SignCodeDialog
            {...{ account, code, registration }}
            onSign={() => void sign()}
            onShow={onShow}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </form>
  )
}

/** Previews the link to share. */
const LinkPreview = ({ code }: { readonly code: string | undefined }) => {
  const t = useTranslations('affiliate')
  const link = useCodeLink(code ?? t('register.placeholder'))
  return (
    <p className="grid gap-1">
      <span className="text-label text-ink-2">{t('register.link')}</span>
      <span
        className={classNames(
          'font-mono text-small wrap-anywhere',
          code ? undefined : 'text-ink-3',
        )}
      >
        {link}
      </span>
    </p>
  )
}

type FieldProps = {
  readonly ref: React.Ref<HTMLInputElement>
  readonly text: string
  readonly check: ReturnType<typeof useCodeCheck>
  readonly onEdit: (text: string) => void
  readonly onSuggest: () => void
}

const CodeField = ({ ref, text, check, onEdit, onSuggest }: FieldProps) => {
  const t = useTranslations('affiliate')
  const { error, hint } = codeHint(t, check)
  return (
    <TextField
      ref={ref}
      className="grid-cols-1 [&_input]:font-mono"
      label={t('yourCode')}
      aside={
        <Button variant="quiet" size="small" className="-my-2 -mr-3" onClick={onSuggest}>
          {t('register.suggest')}
        </Button>
      }
      value={text}
      onChange={(event) => onEdit(event.target.value)}
      placeholder={t('register.placeholder')}
      spellCheck={false}
      autoCapitalize="characters"
      error={error}
      hint={<span aria-live="polite">{hint}</span>}
    />
  )
}
