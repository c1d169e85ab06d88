import { isSameId } from '#engine';
import type { Content } from '../../forms/content/content.ts';
import { findSiteByDomain } from '../../forms/content/content.ts';
import type { FormStore } from '../../forms/documents/form-store.ts';
import type { EnquiryDetails } from '../../store/records/inbox-entry.ts';
import type { FigureCounter } from './count-figures.ts';

/**
 * Adds a suspected enquiry to the figures as begun and sent, since a person has released it. Does nothing if it was
 * released before, or its visit is not counted.
 * @param file The enquiry as it was before.
 */
export function countReleased(
  { enquiry, isCounted, events }: EnquiryDetails,
  {
    figures,
    forms,
    content,
  }: {
    readonly figures: Pick<FigureCounter, 'count'>;
    readonly forms: Pick<FormStore, 'current'>;
    readonly content: () => Content;
  },
): void {
  if (!isCounted || events.some(({ kind }) => kind === 'released')) return;
  const site = findSiteByDomain(content(), enquiry.domain);
  const { types } = forms.current().form;
  const type = types.find(({ id }) => isSameId(id, enquiry.enquiryType));
  if (!site || !type) return;
  figures.count({ site, type, step: 'began' });
  figures.count({ site, type, step: 'sent' });
}
