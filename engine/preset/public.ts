/* What a preset adds to the engine's API, under its own names. */

export { type ContentEvent, listEventTitles } from '../yard/model/events.ts';
export { officeField } from '../yard/model/names.ts';
export type { EventTitles, Office, Site } from '../yard/model/types.ts';
export { withSiteFlags } from '../yard/pages/site-flags.ts';
export { formatOfficeLabel, sortByLabel } from '../yard/resolve/offices.ts';
