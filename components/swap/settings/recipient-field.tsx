'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Ref, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { TextField } from '@/components/ui/text-field'
import type { Recipient } from './use-recipient'

type Props = { readonly recipient: Recipient; readonly fieldRef: Ref<HTMLInputElement> }

/** The input for a recipient other than the owner. */
export const RecipientField = ({ recipient, fieldRef }: Props) => {
  const t = useTranslations('swap')
  const [wasLeft, setWasLeft] = useState(false)
  const { text = '', change, problem, hasNames } = recipient
  // Errors wait until typing has ended, except those that only the network can report.
  const isUnfinished = problem === 'missing' || problem === 'malformed'
  const isSaid = problem !== undefined && (wasLeft || !isUnfinished)
  return (
    <TextField
      ref={fieldRef}
      label={t('recipient.label')}
      placeholder={hasNames === false ? '0x…' : t('recipient.placeholder')}
      spellCheck={false}
      autoCapitalize="none"
      value={text}
      onFocus={() => setWasLeft(false)}
      onBlur={() => setWasLeft(true)}
      onChange={(event) => change(event.target.value)}
      end={
        <IconButton label={t('recipient.own')} onClick={() => change(undefined)}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      }
      hint={<RecipientHint recipient={recipient} />}
      error={isSaid ? t(`recipientProblem.${problem}`) : undefined}
    />
  )
}

const RecipientHint = ({ recipient }: { readonly recipient: Recipient }) => {
  const t = useTranslations('swap')
  const { fact, address, receiver, isContract, name, hasNames } = recipient
  if (fact === 'checking') return t('recipient.looking')
  if (address === undefined) return hasNames === false ? t('recipient.noNames') : t('recipient.who')
  if (receiver === undefined) return t('recipient.isOwn')
  return (
    <>
      {name === undefined ? null : <span className="block text-ink">{name}</span>}
      <span className="block font-mono text-code wrap-anywhere">{address}</span>
      {isContract ? t('recipient.contract') : t('recipient.final')}
    </>
  )
}
