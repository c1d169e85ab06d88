import type { Locator, Page } from 'playwright-core';
import { postEnquiry, type SendVariables } from './send.ts';

export async function sendEnquiry(
  url: string,
  values: SendVariables,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { body } = await postEnquiry(
    url,
    {
      domain: 'www.trevarrow.example',
      submission_url: new URL('/contact', url).href,
      upload: [],
      enquiry_type: 3,
      email: 'ada@example.org',
      ...values,
    },
    { headers },
  );
  const reference = body.extensions?.reference;
  if (reference === undefined) throw new Error(`Nothing was sent: ${JSON.stringify(body)}`);
  return reference;
}

/** Returns a function that reads the number of enquiries above the list. */
export function createTallyReader(page: Page): () => Promise<string | null> {
  return () => page.locator('.st-inbox-tally [role="status"]').first().textContent();
}

export function locateEnquiryRow(page: Page, reference: string): Locator {
  return page.getByRole('row', { name: reference });
}

export const isFocused = (target: Locator) => () => target.evaluate((element) => element.matches(':focus'));
