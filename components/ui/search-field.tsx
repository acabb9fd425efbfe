'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from './text-field'

/** Browsers refuse to change the address of a page with each keystroke. */
const settleMs = 200

type Props = {
  readonly label: string
  readonly placeholder?: string
  readonly className?: string
  /** What is searched for; kept where others may change it, as in the page's address. */
  readonly text: string
  /** Told once typing pauses. */
  readonly onChange: (text: string) => void
}

/** A line of text that is searched for while it is typed. */
export const SearchField = ({ text, onChange, ...rest }: Props) => {
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
  const hearEarlier = useEffectEvent(() => {
    const earlier = fieldRef.current?.value ?? text
    if (earlier !== text) type(earlier)
  })
  // It may have been typed before scripts ran.
  useEffect(() => {
    hearEarlier()
    return () => clearTimeout(timer.current)
  }, [])
  // Changed from elsewhere, as by clearing all filters.
  useEffect(() => {
    if (timer.current === undefined) setTyped(text)
  }, [text])
  return (
    <TextField
      {...rest}
      ref={fieldRef}
      type="search"
      enterKeyHint="search"
      spellCheck={false}
      maxLength={120}
      value={typed}
      onChange={({ target: { value } }) => type(value)}
    />
  )
}
