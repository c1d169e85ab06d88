import type { Id } from '#engine';

const conversionEvent = 'slipway:conversion';

/** The window with the event list of a tag manager, if the page has one. */
interface DataLayerOwner {
  readonly dataLayer?: { push?: (entry: Readonly<Record<string, unknown>>) => unknown };
}

/**
 * Dispatches the event `slipway:conversion` on the window, with the enquiry type in its `detail`, and adds
 * `enquiry_sent` to the tag manager's list if there is one (docs/behaviour.md, "Success"). Never throws: an
 * error of the tag manager is logged.
 */
export function announceConversion(page: EventTarget & DataLayerOwner, enquiryType: Id): void {
  page.dispatchEvent(new CustomEvent(conversionEvent, { detail: { enquiryType } }));
  try {
    page.dataLayer?.push?.({ event: 'enquiry_sent', enquiry_type: enquiryType });
  } catch (error) {
    console.error('Cannot announce the conversion:', error);
  }
}
