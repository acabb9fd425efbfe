/** What is known of a code that someone types. */
export type CodeCheck =
  | { readonly state: 'empty' }
  | { readonly state: 'malformed' }
  | { readonly state: 'checking' }
  | { readonly state: 'available' }
  | { readonly state: 'taken' }
  | { readonly state: 'unknown' }

/** What stands under the field. */
export function codeHint(check: CodeCheck): { readonly error?: string; readonly hint?: string } {
  switch (check.state) {
    case 'empty':
      return { hint: '5 to 20 letters, digits, - or _. It cannot be changed later.' }
    case 'malformed':
      return { error: 'Use 5 to 20 letters, digits, - or _.' }
    case 'checking':
      return { hint: 'Checking…' }
    case 'available':
      return { hint: 'This code is free.' }
    case 'taken':
      return { error: 'This code is taken. Choose another one.' }
    case 'unknown':
      return { hint: 'Whether it is free could not be checked; signing will tell.' }
  }
}

/** What the button of the form says; undefined when there is nothing in the way. */
export function missingForCode(check: CodeCheck): string | undefined {
  if (check.state === 'empty') return 'Enter a code'
  if (check.state === 'malformed') return 'Correct the code'
  if (check.state === 'checking') return 'Checking the code…'
  return check.state === 'taken' ? 'Choose another code' : undefined
}
