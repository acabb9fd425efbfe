/** The typed text of a setting; empty for the default. */
export type SettingText = { readonly text: string }

/** Events of a typed setting. */
export type SettingEvent =
  | { readonly type: 'type'; readonly text: string }
  /** The settings were closed. */
  | { readonly type: 'leave' }
  | { readonly type: 'reset' }

/** The default was restored. */
export const unsetText: SettingText = { text: '' }

/** Applies an event; text that `parse` rejects is dropped when the settings are closed. */
export function nextSetting(parse: (text: string) => unknown) {
  return (state: SettingText, event: SettingEvent): SettingText => {
    if (event.type === 'type') return { text: event.text }
    if (event.type === 'reset') return unsetText
    return parse(state.text) === undefined ? unsetText : state
  }
}
