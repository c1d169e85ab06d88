import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fetchFormPage, postForm } from '../../support/posts.ts';
import { postEnquiry, type SendAnswer } from '../../support/send.ts';
import { uploadPhotoOverHttp } from '../../support/uploads.ts';
import { createMarkedPhoto } from './marked-photo.ts';

/** A sent enquiry with a photo, from the visitor's view. */
export interface SentEnquiry {
  /** Contained in its message and encoded in its photo. */
  readonly mark: string;
  /** The shown reference. Absent if the form was posted without scripts: it is on a page then. */
  readonly reference?: string;
  /** The number of repeated requests before the acknowledgement. */
  readonly repeats: number;
  /** The number of times that the visitor was asked to add the photo again. */
  readonly addedAgain: number;
  /** Milliseconds from the first send to the acknowledgement. */
  readonly waitedMs: number;
  /** Sends the same again with the same key. Returns the reference in the answer. */
  readonly repeat?: () => Promise<string | undefined>;
}

/** An enquiry that is refused or never acknowledged for a reason that a visitor cannot fix. */
export class EnquiryRefused extends Error {
  override readonly name = 'NotTaken';
}

/** Its photo was lost or did not arrive: the visitor is asked to add it again. */
class PhotoMissing extends Error {
  override readonly name = 'PhotoMissing';
}

/** The timeout of a send in a browser (`sendTimeoutMs` of `schemas/settings.json`). */
const sendTimeoutMs = 30_000;

/** The pause before a visitor tries again. */
const pauseMs = 250;

/** A guard against enquiries that are never acknowledged. */
const patienceMs = 300_000;

const site = { domain: 'www.trevarrow.example', submission_url: 'https://www.trevarrow.example/contact' };

/**
 * Opens a page, adds a photo and sends until that is acknowledged. Failed or unanswered requests are repeated
 * with the same body and key, as the page's client does (`src/contact/draft/draft.ts`, `keyFor`).
 * @throws EnquiryRefused
 */
export async function sendMarkedEnquiry(url: string): Promise<SentEnquiry> {
  const { mark, again, count } = startVisit();
  const photo = await createMarkedPhoto(mark);
  const { slipway_ticket: ticket = '' } = await again(async () =>
    readHidden(await fetchFormPage(url, '/contact')),
  );
  // A photo that did not arrive, or that a server no longer knows, is uploaded again to a new target.
  let path: string | undefined;
  let addedAgain = 0;
  const headers = { 'idempotency-key': mark, 'slipway-ticket': ticket, 'accept-language': 'en-GB' };
  const sendOnce = async () => {
    path ??= await uploadPhotoOverHttp(url, photo);
    const variables = { ...site, ...createValues(mark), enquiry_type: 7, upload: [path] };
    return postEnquiry(url, variables, { headers, signal: AbortSignal.timeout(sendTimeoutMs) });
  };
  const began = performance.now();
  const reference = await again(async () => {
    try {
      return readReference(await sendOnce());
    } catch (error) {
      if (error instanceof PhotoMissing) {
        addedAgain += 1;
        path = undefined;
      }
      throw error;
    }
  });
  const repeat = async () => (await sendOnce()).body.extensions?.reference;
  return { mark, reference, repeats: count(), addedAgain, waitedMs: performance.now() - began, repeat };
}

/**
 * The same without scripts: the form is posted with its photo, and again with the same hidden key.
 * @throws EnquiryRefused
 */
export async function postMarkedEnquiry(url: string): Promise<SentEnquiry> {
  const { mark, again, count } = startVisit();
  const photo = new File([new Uint8Array(await createMarkedPhoto(mark))], 'stern.jpg', {
    type: 'image/jpeg',
  });
  const hidden = await again(async () => readHidden(await fetchFormPage(url, '/contact')));
  const entries = { ...hidden, ...createValues(mark), enquiry_type: '7', upload: photo };
  const began = performance.now();
  let addedAgain = 0;
  await again(async () => {
    const { status, html } = await postForm(url, '/contact', Object.entries(entries));
    if (status === 422) {
      const problems = problemsIn(html);
      if (problems !== photoFailed) throw new EnquiryRefused(`posted, and refused: ${problems}`);
      addedAgain += 1;
      throw new PhotoMissing(problems);
    }
    if (status !== 303) throw new Error(`The post is answered with ${status}`);
  });
  return { mark, repeats: count(), addedAgain, waitedMs: performance.now() - began };
}

/** The message on the page (`photos.problems.failed` of the English texts). */
const photoFailed = 'stern.jpg(the upload did not get through, add it again)';

function startVisit() {
  const mark = randomUUID();
  const deadline = Date.now() + patienceMs;
  let repeats = 0;
  return {
    mark,
    count: () => repeats,
    async again<Result>(work: () => Promise<Result>): Promise<Result> {
      for (; ; repeats += 1) {
        try {
          return await work();
        } catch (error) {
          if (error instanceof EnquiryRefused) throw error;
          if (Date.now() > deadline)
            throw new EnquiryRefused(
              `${mark} was not acknowledged in ${patienceMs / 1000} s: ${String(error)}`,
            );
          await wait(pauseMs);
        }
      }
    },
  };
}

function createValues(mark: string) {
  return { name: 'Ada Marsh', email: 'ada@example.com', message: `Sent as ${mark}`, office_location: '2' };
}

/**
 * @throws PhotoMissing If the photo must be added again.
 * @throws EnquiryRefused If other problems are reported.
 */
function readReference({ isSuccess, status, body }: SendAnswer): string {
  const [refused] = (body.errors ?? []).flatMap(({ extensions }) => extensions?.fields ?? []);
  if (refused?.code === 'not-issued') throw new PhotoMissing(`sent, and refused: ${refused.field}`);
  if (refused) throw new EnquiryRefused(`sent, and refused: ${refused.field}: ${refused.code}`);
  const { reference } = body.extensions ?? {};
  if (!isSuccess || reference === undefined) throw new Error(`${status} ${JSON.stringify(body)}`);
  return reference;
}

function readHidden({ status, hidden }: Awaited<ReturnType<typeof fetchFormPage>>) {
  if (status !== 200) throw new Error(`The page answers ${status}`);
  return Object.fromEntries(hidden);
}

function problemsIn(html: string): string {
  return [...html.matchAll(/<li[^>]*><a href="#[^"]*">([^<]*)/g)].map(([, text]) => text).join('; ');
}
