'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClass, idleButtonClass } from './button-class'
import { classNames } from './class-names'
import { Spinner } from './spinner'

type Props = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and ignores clicks; the label should name the running operation. */
    readonly busy?: boolean
  }

/**
 * A button. Prefer `aria-disabled` with a label that gives the reason over `disabled`: the button
 * stays focusable and ignores clicks.
 */
export const Button = (props: Props) => {
  const {
    variant = 'secondary',
    size = 'medium',
    busy = false,
    className,
    children,
    ...rest
  } = props
  const ariaDisabled = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const stopped = busy || ariaDisabled || rest.disabled === true
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (stopped) event.preventDefault()
    else rest.onClick?.(event)
  }
  const look = stopped && !busy ? idleButtonClass(size) : buttonClass({ variant, size })
  return (
    <button
      type="button"
      data-slot="button"
      {...rest}
      aria-disabled={stopped || undefined}
      aria-busy={busy || undefined}
      onClick={onClick}
      className={classNames(look, className)}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}
