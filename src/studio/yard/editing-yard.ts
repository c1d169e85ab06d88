import type { toSituation } from '#engine';

/** The SVG path of each icon of the yard's kinds of fields, in a square of 16 units. */
export const yardKindPaths = {
  office: 'M8 14S3 9.6 3 6.4a5 5 0 0 1 10 0C13 9.6 8 14 8 14zM8 5a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 8 5z',
  event: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M8 8.2l.8 1.6 1.7.2-1.2 1.2.3 1.7L8 12.1l-1.6.8.3-1.7L5.5 10l1.7-.2z',
};

/** The yard's inputs of the situation of the property panel, which belongs to no site. */
export const panelYardInputs = {
  site: { id: 0, domain: '', isInternational: false, exclude_from_international: false },
  offices: [],
  inModal: false,
  isForLanding: false,
  eventTitles: { state: 'ready', titles: [] },
} as const satisfies Partial<Parameters<typeof toSituation>[0]>;
