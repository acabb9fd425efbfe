'use client'

import { useTranslations } from 'next-intl'
import { getTypesForEIP712Domain, serializeTypedData, type TypedDataDefinition } from 'viem'
import { CopyButton } from '@/components/ui/copy-button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import type { Address } from '@/lib/core/address'

type Props = {
  /** The EIP-712 domain name for codes. */
  readonly name: string
  readonly account: Address
  readonly code: string
}

/** Shows the typed data to sign, as labelled rows and as JSON. */
export const SignedMessage = ({ name, account, code }: Props) => {
  const t = useTranslations('affiliate')
  const typedData = affiliateTypedData(name, { walletAddress: account, code })
  const { domain, message } = typedData
  const raw = rawText(typedData)
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-small font-medium">{t('message.title')}</h3>
      <DetailList>
        <Detail name={t('message.for')}>
          {t('message.domain', { name: String(domain.name), version: String(domain.version) })}
        </Detail>
        <Detail name={t('message.wallet')}>
          <span className="font-mono text-code font-normal">{message.walletAddress}</span>
        </Detail>
        <Detail name={t('code')}>
          <span className="font-mono">{message.code}</span>
        </Detail>
        <Detail name={t('message.chain')}>
          {t('message.anyNetwork', { chain: String(message.chainId) })}
        </Detail>
      </DetailList>
      <Disclosure summary={t('message.itself')}>
        <div className="flex items-start gap-1 rounded-well bg-sunken p-3 pr-1">
          <pre className="min-w-0 flex-1 font-mono text-code wrap-anywhere whitespace-pre-wrap">
            {raw}
          </pre>
          <CopyButton text={raw} what={t('message.message')} />
        </div>
      </Disclosure>
    </div>
  )
}

/** The JSON sent to the wallet, indented. */
function rawText({ types, ...typedData }: ReturnType<typeof affiliateTypedData>): string {
  const EIP712Domain = getTypesForEIP712Domain({ domain: typedData.domain })
  const whole: TypedDataDefinition = { ...typedData, types: { EIP712Domain, ...types } }
  return JSON.stringify(JSON.parse(serializeTypedData(whole)), null, 2)
}
