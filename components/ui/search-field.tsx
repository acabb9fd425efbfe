'use client'

import { Search } from 'lucide-react'
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from './text-field'

/** Debounce: browsers rate-limit `history.replaceState`, so the URL cannot change per keystroke. */
const settleMs = 200

type Props = {
  readonly label: string
  readonly placeholder?: string
  readonly className?: string
  /** The applied search text; may also change from outside, as with the URL. */
  readonly text: string
  /** Called once typing pauses. */
  readonly onChange: (text: string) => void
}

/** A search field that searches while typing. */
export const SearchField = ({ text, onChange, ...rest }: Props) => (
  <TextField
    {...rest}
    start={<Search aria-hidden="true" className="-mr-3.5 ml-3.5 size-5 shrink-0 text-ink-3" />}
    {...useTypedSearch({ text, onChange })}
  />
)

/** Attributes of a search input that reports its text once typing pauses. */
export function useTypedSearch({ text, onChange }: Pick<Props, 'text' | 'onChange'>) {
  const [typed, setTyped] = useState(text)
  const fieldRef = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      onChange(value)
    }, settleMs)
  }
  const readEarlier = useEffectEvent(() => {
    const earlier = fieldRef.current?.value ?? text
    if (earlier !== text) type(earlier)
  })
  // Text may have been typed before hydration.
  useEffect(() => {
    readEarlier()
    return () => clearTimeout(timer.current)
  }, [])
  // Changed from outside, such as by clearing all filters.
  useEffect(() => {
    if (timer.current === undefined) setTyped(text)
  }, [text])
  return {
    ref: fieldRef,
    type: 'search',
    enterKeyHint: 'search',
    spellCheck: false,
    maxLength: 120,
    value: typed,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => type(value),
  } as const
}
