/** What a person has typed for a setting; empty where they leave it to the form. */
export type SettingText = { readonly text: string }

/** What happens to a setting that is typed. */
export type SettingEvent =
  | { readonly type: 'type'; readonly text: string }
  /** The field was left. */
  | { readonly type: 'leave' }
  | { readonly type: 'reset' }

/** Nothing was chosen. */
export const unsetText: SettingText = { text: '' }

/** How a setting goes on; text of which `parse` makes nothing is gone when its field is left. */
export function nextSetting(parse: (text: string) => unknown) {
  return (state: SettingText, event: SettingEvent): SettingText => {
    if (event.type === 'type') return { text: event.text }
    if (event.type === 'reset') return unsetText
    return parse(state.text) === undefined ? unsetText : state
  }
}
