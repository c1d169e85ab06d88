import type { StudioMessageKey } from '../../ui/messages.ts';

/** The settings of a form that links lead to: the id of the element that gets the focus, and its name. */
export const settingsGroups = [
  { id: 'setting-sites', label: 'type-settings.sites' },
  { id: 'setting-opens', label: 'type-settings.opens' },
  { id: 'setting-closes', label: 'type-settings.closes' },
  { id: 'setting-capacity', label: 'type-settings.capacity' },
  { id: 'setting-mail', label: 'type-settings.mail' },
  { id: 'setting-thanks', label: 'type-settings.thanks' },
  { id: 'setting-retention', label: 'privacy.retention' },
  { id: 'setting-send-later', label: 'send-later' },
  { id: 'setting-names', label: 'type-settings.names' },
] as const satisfies readonly { readonly id: string; readonly label: StudioMessageKey }[];

/** Returns the studio's address of the settings of a form, or of one of them. */
export function getSettingsAddress(type: string, id = ''): string {
  return `/studio/forms/${encodeURIComponent(type)}/settings${id && `#${id}`}`;
}
