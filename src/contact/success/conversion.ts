import type { Id } from '#engine';

/** The event by which a page hears of an accepted enquiry (docs/contract.md, "Conversion"). */
const conversionEvent = 'slipway:conversion';

/** What the page's own scripts may have put on `window`: the tag managers' list of events. */
interface Listening {
  readonly dataLayer?: { push?: (entry: Readonly<Record<string, unknown>>) => unknown };
}

/** Tells the page of an accepted enquiry (docs/behaviour.md, "Success"). What the page does with it cannot harm the enquiry. */
export function announceConversion(page: EventTarget & Listening, enquiryType: Id): void {
  page.dispatchEvent(new CustomEvent(conversionEvent, { detail: { enquiryType } }));
  try {
    page.dataLayer?.push?.({ event: 'enquiry_sent', enquiry_type: enquiryType });
  } catch (error) {
    console.error('Cannot announce the conversion:', error);
  }
}
