import { readCampaign } from '#engine/model/campaign.ts';
import type { ContentSite } from '../../forms/content/content.ts';
import type { EnquiryVisit, NewEnquiry } from '../../store/records/new-enquiry.ts';
import type { EnquiryRequest } from './judge-submission.ts';

/** The longest text of a visit, and the longest address in it, in UTF-16 code units. Both only bound what is stored. */
const longestVisit = 4000;
const longestAddress = 300;

/**
 * Returns the campaign and the visit to store with an enquiry, as far as the site allows it: those that the browser
 * recorded, else the campaign in the address of the form's page. Other parameters, and what cannot be read, are left
 * out.
 */
export function readVisitFacts(
  { submissionUrl, recordedVisit = '' }: Pick<EnquiryRequest, 'submissionUrl' | 'recordedVisit'>,
  { campaign: source, hasClickId }: Pick<ContentSite, 'campaign' | 'hasClickId'>,
): Pick<NewEnquiry, 'campaign' | 'visit'> {
  if (source === 'off') return {};
  const isRecorded = source === 'visit' && recordedVisit.length <= longestVisit;
  const recorded = new URLSearchParams(isRecorded ? recordedVisit : '');
  const page = URL.parse(submissionUrl)?.searchParams ?? new URLSearchParams();
  /** Returns the campaign of some parameters. */
  const read = (parameters: URLSearchParams) =>
    readCampaign((name) => parameters.get(name), { withClickId: hasClickId });
  const campaign = read(recorded) ?? read(page);
  const visit = readVisit(recorded);
  return { ...(campaign && { campaign }), ...(visit && { visit }) };
}

/** Returns the pages of a visit; undefined if there are none. */
function readVisit(recorded: URLSearchParams): EnquiryVisit | undefined {
  const [referrer, entryPage] = ['referrer', 'entry'].map((name) => tidyAddress(recorded.get(name)));
  if (referrer === undefined && entryPage === undefined) return undefined;
  return { ...(referrer !== undefined && { referrer }), ...(entryPage !== undefined && { entryPage }) };
}

/** Returns origin and path of an address; undefined if it is absent, no address of a page, or too long. */
function tidyAddress(text: string | null): string | undefined {
  const url = text === null ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const address = url.origin + url.pathname;
  return address.length <= longestAddress && !address.includes('@') ? address : undefined;
}
