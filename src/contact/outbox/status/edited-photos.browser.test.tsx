import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import type { PhotoOutcome } from '#widgets/photos/upload-photo.ts';
import * as uploader from '#widgets/photos/uploader.tsx';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { type BackEnd, createAcceptedResponse } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { fillGeneral, locateSection, pickOption, sendButton } from '../../testing/visitor.ts';
import { button, restoreBrowser, startUnreachable, waiting } from '../testing/stored-form.tsx';

let backEnd: BackEnd;

beforeEach(async () => {
  backEnd = await startUnreachable();
});
afterEach(restoreBrowser);

const unanswered: PhotoOutcome = { state: 'error', error: { code: 'failed', isUnanswered: true } };

/**
 * Opens the page with photos that are uploaded to a path, and returns them with the function that uploads.
 * @param path Undefined: the server does not answer.
 */
async function open(path: string | undefined) {
  const outcome: PhotoOutcome = path === undefined ? unanswered : { state: 'uploaded', path };
  const sendPhoto = vi.fn(async () => outcome);
  const photos = createPhotos({
    endpoint: '/api/contact-upload',
    text: (key) => key,
    load: async () => ({ ...uploader, sendPhoto }),
  });
  const { unmount } = await render(<ContactFormSection {...createSectionProps({ photos })} />);
  return { photos, sendPhoto, unmount };
}

/** Stores an enquiry with a photo, which is uploaded if there is a path. */
async function storeWithPhoto(path: string | undefined) {
  const first = await open(path);
  await pickOption('enquiry_type', 7);
  await fillGeneral();
  first.photos.add('upload', [new File(['abc'], 'keel.jpg', { type: 'image/jpeg' })]);
  await expect
    .poll(() => first.photos.getSnapshot().upload?.[0]?.state)
    .toBe(path === undefined ? 'error' : 'uploaded');
  await sendButton().click();
  await button('Send when I am back online').click();
  await expect.element(waiting()).toBeVisible();
  return first;
}

/** Stores an enquiry with an uploaded photo on one page, and opens another. */
async function editOnAnotherPage() {
  const first = await storeWithPhoto('photos/1.jpg');
  await first.unmount();
  return open('photos/2.jpg');
}

/** Has the server issue a target and store a photo. */
function answerUpload(path: string): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(input, location.href);
    if (pathname === '/api/contact-upload') return Response.json({ path, method: 'PUT', url: '/put/1' });
    return pathname === '/put/1' ? new Response('') : fetch(input, init);
  });
}

/** Returns the keys and the photos of the requests so far. */
function listRequests() {
  const requests = backEnd.getRequests('sendContactUs');
  return {
    keys: new Set(requests.map(({ headers }) => headers.get('Idempotency-Key'))),
    uploads: requests.map(({ variables }) => variables.upload),
  };
}

async function editAndSend(): Promise<void> {
  await button('Edit').click();
  await expect.element(page.getByText('keel.jpg').first()).toBeVisible();
  backEnd.answer('sendContactUs', () => createAcceptedResponse());
  await sendButton().click();
  await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
}

describe('an uploaded photo of an enquiry that is edited', () => {
  it('is not uploaded again on another page, so that the same enquiry is sent under its key', async () => {
    const { sendPhoto } = await editOnAnotherPage();
    await editAndSend();
    const { keys, uploads } = listRequests();
    expect(sendPhoto).not.toHaveBeenCalled();
    expect(keys.size).toBe(1);
    expect(new Set(uploads.map(String))).toEqual(new Set(['photos/1.jpg']));
  });

  it('is uploaded again on another page, and sent once, if the server may have deleted it', async () => {
    const { sendPhoto } = await editOnAnotherPage();
    const later = Date.now() + 13 * 3_600_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await editAndSend();
    expect(sendPhoto).toHaveBeenCalledTimes(1);
    expect(listRequests().uploads.at(-1)).toEqual(['photos/2.jpg']);
  });

  it('is not uploaded again on its own page, where it was uploaded while its enquiry waited', async () => {
    const { photos, sendPhoto } = await storeWithPhoto(undefined);
    answerUpload('photos/3.jpg');
    await button('Send now').click();
    await expect.poll(() => listRequests().uploads).toEqual([['photos/3.jpg']]);
    const calls = sendPhoto.mock.calls.length;
    await editAndSend();
    expect(sendPhoto).toHaveBeenCalledTimes(calls);
    expect(photos.getSnapshot().upload ?? []).toEqual([]);
    const { keys, uploads } = listRequests();
    expect([keys.size, uploads]).toEqual([1, [['photos/3.jpg'], ['photos/3.jpg']]]);
  });
});
