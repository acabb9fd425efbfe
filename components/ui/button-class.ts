import { classNames } from './class-names'

/** `primary` is the one main action of a view; `quiet` looks like text until hovered. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** `large` 56 px, `medium` and `pill` (with a leading disc) 44 px, `small` 32 px, 44 px on phones (rows only). */
export type ButtonSize = 'large' | 'medium' | 'small' | 'pill'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-primary hover:bg-primary-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-14 rounded-btn px-5 text-action',
  medium: 'min-h-11 rounded-xl px-4 text-small',
  small: 'min-h-8 max-tab:min-h-11 rounded-xl px-3 text-small',
  pill: 'min-h-11 rounded-full pr-3 pl-2 text-body',
}

const base =
  'inline-flex items-center justify-center gap-2 py-1 text-center font-medium select-none ' +
  'transition-[background-color,transform] duration-120 ease-slip'

/** Variant and size of a button. */
export type ButtonLook = { readonly variant?: ButtonVariant; readonly size?: ButtonSize }

/** Returns the button classes, also for links styled as buttons. */
export const buttonClass = ({ variant = 'secondary', size = 'medium' }: ButtonLook = {}): string =>
  classNames(base, 'active:scale-[0.985]', variants[variant], sizes[size])

/** Returns the classes of a disabled button: flat, but its label stays readable. */
export const idleButtonClass = (size: ButtonSize): string =>
  classNames(base, 'bg-sunken text-ink-2', sizes[size])
