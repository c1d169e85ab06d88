import type { Id } from '#engine';
import type { Receipt } from '../section-data.ts';

const conversionEvent = 'slipway:conversion';

/** The window with the event list of a tag manager, if the page has one. */
interface DataLayerOwner {
  readonly dataLayer?: { push?: (entry: Readonly<Record<string, unknown>>) => unknown };
}

/**
 * Notifies the page of an accepted enquiry: by the conversion event, then by `onSuccess`. Never throws: an error of the
 * page must not look like a failed send, and is logged.
 */
export function notifyPage(
  page: EventTarget & DataLayerOwner,
  receipt: Receipt,
  onSuccess?: (receipt: Receipt) => void,
): void {
  announceConversion(page, receipt.enquiryType);
  try {
    onSuccess?.(receipt);
  } catch (error) {
    console.error('The page has failed to handle the sent enquiry:', error);
  }
}

/**
 * Dispatches the event `slipway:conversion` on the window, with the enquiry type in its `detail`, and adds
 * `enquiry_sent` to the tag manager's list if there is one (docs/behaviour.md, "Success"). Never throws: an
 * error of the tag manager is logged.
 */
function announceConversion(page: EventTarget & DataLayerOwner, enquiryType: Id): void {
  page.dispatchEvent(new CustomEvent(conversionEvent, { detail: { enquiryType } }));
  try {
    page.dataLayer?.push?.({ event: 'enquiry_sent', enquiry_type: enquiryType });
  } catch (error) {
    console.error('Cannot announce the conversion:', error);
  }
}
