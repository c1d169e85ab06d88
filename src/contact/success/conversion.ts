import type { Id } from '#engine';

const conversionEvent = 'slipway:conversion';

/** The window with the event list of a tag manager, if the page has one. */
interface DataLayerOwner {
  readonly dataLayer?: { push?: (entry: Readonly<Record<string, unknown>>) => unknown };
}

/**
 * Dispatches the event of an accepted enquiry, and adds it to the tag manager's list if there is one
 * (docs/behaviour.md, "Success"). Errors in the page's scripts do not affect the enquiry.
 */
export function announceConversion(page: EventTarget & DataLayerOwner, enquiryType: Id): void {
  page.dispatchEvent(new CustomEvent(conversionEvent, { detail: { enquiryType } }));
  try {
    page.dataLayer?.push?.({ event: 'enquiry_sent', enquiry_type: enquiryType });
  } catch (error) {
    console.error('Cannot announce the conversion:', error);
  }
}
