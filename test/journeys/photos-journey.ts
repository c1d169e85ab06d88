import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { RunningServer } from '../support/server.ts';
import type { Visitor } from '../support/visitor.ts';

export const annsAnswers = {
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'The engine stalls.',
  office_location: '2',
};

export interface PickedPhoto {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Picks files in the native dialog. The browser derives each type from the extension. */
export async function pickPhotos(visitor: Visitor, ...photos: readonly PickedPhoto[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pocket-'));
  const files = photos.map(({ name, bytes }) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await locatePhotoPicker(visitor).setInputFiles(files);
}

export function locatePhotoPicker({ page }: Visitor): Locator {
  return page.locator('input[type="file"]');
}

export function locatePhotoRow({ page }: Visitor, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name });
}

/** Sends, waits for the confirmation, and returns the variables of the request. */
export async function sendAndReadVariables<Name extends string = 'upload'>(
  visitor: Visitor,
): Promise<{ readonly [name in Name]?: readonly string[] }> {
  const [request] = await Promise.all([visitor.page.waitForRequest('**/graphql'), visitor.sends()]);
  await visitor.page.locator('.sw-thanks, [data-testid="contact-form"] h2:focus').first().waitFor();
  return request.postDataJSON().variables;
}

/** Returns the enquiry with these photos, once its mail is sent. Photos differ between enquiries. */
export async function findEnquiryByPhotos(upload: readonly string[] | undefined, server: RunningServer) {
  const records = await server.mailsDone();
  return records.find(({ photos }) => photos.length > 0 && photos.join() === upload?.join());
}
