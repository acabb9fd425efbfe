'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { ReferralText } from '@/components/referral/referral-text'
import { referredId } from '@/components/referral/referred-id'
import { useReferral } from '@/components/referral/use-referral'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { TextField } from '@/components/ui/text-field'
import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import { fetchAffiliate, fetchCode } from '@/lib/client/api'
import { fetchCodeStatus } from '@/lib/client/referral/fetch-code'
import { carriedCode } from '@/lib/client/referral/referral'
import { storeCode } from '@/lib/client/referral/stored-code'
import type { Address } from '@/lib/core/address'
import { faultText } from './code-form'

/** For traders: the code of their orders and what it brings them, or a field to enter one. */
export const ReferredPanel = () => {
  const t = useTranslations('affiliate')
  const { referral } = useReferral()
  const place = useRef<HTMLDivElement>(null)
  // The panel is rendered after the router has looked for the anchor.
  useEffect(() => {
    if (location.hash === `#${referredId}`) place.current?.scrollIntoView()
  }, [])
  const code = carriedCode(referral)
  return (
    <div ref={place} id={referredId} className="scroll-mt-4">
      <Panel title={t('referred.title')}>
        {referral.state === 'none' ? (
          <CodeForm />
        ) : (
          <ReferralText referral={referral} place="rewards" />
        )}
        {code === undefined ? null : <Benefits code={code} />}
      </Panel>
    </div>
  )
}

/** What a code brings the trader, by the terms that it was registered on. */
const Benefits = ({ code }: { readonly code: string }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const { data: terms } = useQuery({
    queryKey: ['code-terms', code],
    queryFn: async ({ signal }) => {
      const { walletAddress } = await fetchCode(code, { signal })
      return await fetchAffiliate(walletAddress as Address, { signal })
    },
    retry: false,
  })
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-small text-ink-2">
      <li>{t('referred.prices')}</li>
      <li>{t('referred.binds', { code })}</li>
      {terms ? (
        <li>
          {t('referred.reward', {
            volume: format.usd(terms.triggerVolume),
            share: format.usd((terms.rewardAmount * terms.revenueSplitTraderPct) / 100),
            days: terms.timeCapDays,
          })}
        </li>
      ) : null}
      <li>{t('referred.paid')}</li>
    </ul>
  )
}

/** Does what a code's link does. */
const CodeForm = () => {
  const t = useTranslations('affiliate')
  const words = useTranslations('referral')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const use = async () => {
    const code = parseAffiliateCode(text)
    if (code === undefined) return setError(faultText(t, text.trim()))
    setBusy(true)
    // A code that cannot be checked is kept and checked when an order is placed, as that of a link.
    const { state } = await fetchCodeStatus(code, { tries: 2 }).catch(() => unchecked)
    setBusy(false)
    if (state === 'off') return setError(t('off.text'))
    if (state === 'unknown' || state === 'disabled') {
      return setError(words(`capture.${state}.title`, { code }))
    }
    storeCode(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void use()
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        className="grid-cols-1 [&_input]:font-mono"
        label={t('referred.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
        spellCheck={false}
        autoCapitalize="characters"
        error={error}
        hint={t('referred.hint')}
      />
      <Button type="submit" busy={isBusy} className="justify-self-start">
        {t('referred.use')}
      </Button>
    </form>
  )
}

const unchecked = { state: 'unchecked' } as const
