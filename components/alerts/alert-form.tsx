'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Panel } from '@/components/ui/panel'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { shortAddress } from '@/components/wallet/short-address'
import { type AlertDraft, priceAt, readAlertDraft } from '@/lib/client/alerts/alert-draft'
import type { AlertToken } from '@/lib/client/alerts/alert-link'
import { decimalText } from '@/lib/client/amount-text'
import { fetchTokenDetails, fetchTokens, fetchUsdPrice } from '@/lib/client/api'
import type { Translator } from '@/lib/client/i18n/translator'
import { isMissing } from '@/lib/client/market'
import { type Address, asErc20, toAddress } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import { alertProblem } from './alert-problem'
import { useAddAlert } from './use-price-alerts'

type Props = {
  readonly account: Address
  /** The token to begin with. */
  readonly token: AlertToken | undefined
}

/** Adds a price alert: a token and a price. The price says whether it waits for a rise or a fall. */
export const AlertForm = ({ account, token: begin }: Props) => {
  const t = useTranslations('alerts')
  const format = useFormat()
  const { settings, network: current } = useSettings()
  const [network, setNetwork] = useState(
    () => settings.networks.find(({ name }) => name === begin?.network) ?? current,
  )
  const [chosen, setChosen] = useState<Address | undefined>(begin?.token)
  const [text, setText] = useState('')
  const wrappedNative = toAddress(network.wrappedNative)
  const token = asErc20(chosen ?? wrappedNative, { wrappedNative })
  const choices = useChoices(network, token)
  const symbol = choices.find(({ address }) => address === token)?.symbol ?? shortAddress(token)
  const price = useQuery({
    queryKey: ['usd-price', network.name, token],
    queryFn: ({ signal }) => fetchUsdPrice(network.name, token, { signal }),
    staleTime: 15_000,
    refetchInterval: 15_000,
    retry: false,
  })
  const draft = readAlertDraft(text, { price: price.data, locale: format.locale })
  const add = useAddAlert(account)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.state !== 'ready') return
    const body = { chainId: network.chainId, token, ...draft.target }
    add.mutate(body, { onSuccess: () => setText('') })
  }
  const write = (next: string) => {
    add.reset()
    setText(next)
  }
  return (
    <Panel title={t('new')}>
      <form onSubmit={submit} className="grid grid-cols-1 gap-4">
        {settings.networks.length > 1 ? (
          <SelectField
            label={t('form.network')}
            value={network.chainId}
            onChange={({ target }) => {
              const next = settings.networks.find(({ chainId }) => chainId === Number(target.value))
              if (next) setNetwork(next)
              setChosen(undefined)
              write('')
            }}
          >
            {settings.networks.map(({ chainId, title }) => (
              <option key={chainId} value={chainId}>
                {title}
              </option>
            ))}
          </SelectField>
        ) : null}
        <SelectField
          label={t('form.token')}
          value={token}
          onChange={({ target }) => {
            setChosen(toAddress(target.value))
            write('')
          }}
        >
          {choices.map((choice) => (
            <option key={choice.address} value={choice.address}>
              {choice.name ? `${choice.symbol} · ${choice.name}` : choice.symbol}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('form.price')}
          inputMode="decimal"
          autoFocus={begin !== undefined}
          placeholder={t('form.placeholder')}
          value={text}
          onChange={({ target }) => write(target.value)}
          error={
            draft.state === 'malformed' || draft.state === 'reached'
              ? t(`form.${draft.state}`)
              : add.isError
                ? alertProblem(t, add.error)
                : undefined
          }
          hint={
            <span className="numeric">
              {price.data === undefined
                ? t(isMissing(price.error) ? 'form.unpriced' : 'form.pricing')
                : t('form.now', { price: format.price(price.data) })}
            </span>
          }
          end={<span className="pr-1 text-ink-2">USD</span>}
        />
        <fieldset className="grid grid-cols-4 gap-2">
          <legend className="sr-only">{t('form.steps')}</legend>
          {[-0.1, -0.05, 0.05, 0.1].map((distance) => (
            <Chip
              key={distance}
              aria-disabled={price.data === undefined}
              onClick={() =>
                price.data === undefined
                  ? undefined
                  : write(decimalText(priceAt(price.data, distance), format.locale))
              }
              className="numeric justify-center px-1 max-tab:min-h-11"
            >
              {`${distance < 0 ? '−' : '+'}${format.wholePercent(Math.abs(distance) * 100)}`}
            </Chip>
          ))}
        </fieldset>
        <Button
          type="submit"
          variant="primary"
          busy={add.isPending}
          aria-disabled={draft.state !== 'ready'}
        >
          {actText({ t, format }, { draft, symbol })}
        </Button>
        <p role="status" className="text-small text-ink-2">
          {add.isSuccess ? t('form.added') : t('form.note')}
        </p>
      </form>
    </Panel>
  )
}

type Words = { readonly t: Translator<'alerts'>; readonly format: Format }

function actText(
  { t, format }: Words,
  { draft, symbol }: { readonly draft: AlertDraft; readonly symbol: string },
): string {
  if (draft.state === 'unpriced') return t('form.pricing')
  if (draft.state !== 'ready') return t('form.enter')
  const { condition, limitUsd } = draft.target
  return t(`form.act.${condition}`, { symbol, price: format.price(limitUsd) })
}

type Choice = { readonly address: Address; readonly symbol: string; readonly name: string }

/** The listed tokens of a network, and the chosen one. */
function useChoices(
  { name: network, chainId }: { readonly name: string; readonly chainId: number },
  token: Address,
): readonly Choice[] {
  const { data } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => fetchTokens({ signal }),
    staleTime: 60_000,
  })
  const listed = (data ?? [])
    .filter((each) => each.chainId === chainId)
    .map(({ address, symbol, name }) => ({ address: toAddress(address), symbol, name }))
    .toSorted((a, b) => a.symbol.localeCompare(b.symbol))
  const isListed = listed.some(({ address }) => address === token)
  const details = useQuery({
    queryKey: ['token-details', network, token],
    queryFn: ({ signal }) => fetchTokenDetails(network, token, { signal }),
    enabled: data !== undefined && !isListed,
    staleTime: 3_600_000,
    retry: false,
  })
  if (isListed) return listed
  const { symbol = shortAddress(token), name = '' } = details.data ?? {}
  return [{ address: token, symbol, name }, ...listed]
}
