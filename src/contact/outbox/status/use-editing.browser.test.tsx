import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Values } from '#engine';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import type { PhotosController } from '#widgets/photos/photos.ts';
import * as uploader from '#widgets/photos/uploader.tsx';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { toDraftKey } from '../../draft/draft-store.ts';
import { getSendAttempt } from '../../draft/idempotency-key.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { findFieldControl, locateSection, sendButton } from '../../testing/visitor.ts';
import { setWaiting } from '../marker.ts';
import { listEdited, markAsEdited } from '../store/edited-enquiry.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';
import {
  button,
  findStored,
  restoreBrowser,
  startUnreachable,
  storeEnquiry,
  waiting,
  withStore,
} from '../testing/stored-form.tsx';
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';

beforeEach(async () => {
  await startUnreachable();
});
afterEach(restoreBrowser);

/** Opens a page of which an enquiry with these answers waits. It sends nothing, and reads the store once. */
async function openWithOwn(entered: Values): Promise<WaitingEnquiry> {
  vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
  const at = { url: location.href, draftKey: toDraftKey(location.pathname, 'contact-form') };
  const stored = createWaitingEnquiry({ page: at, entered, until: Date.now() + 1e9 });
  await withStore((store) => store.put(stored));
  setWaiting(true);
  await render(<ContactFormSection {...createSectionProps()} />);
  await expect.element(button('Edit')).toBeVisible();
  return stored;
}

describe('the page that is opened to edit an enquiry in place of its draft', () => {
  /** Opens it with the message that the visitor was asked about on another page, and the one of its draft now. */
  async function open(asked: string, now: string): Promise<void> {
    await (await storeEnquiry()).unmount();
    const { id, page: at } = await findStored();
    sessionStorage.setItem('slipway:edited', id);
    const { fingerprint } = getSendAttempt(undefined, JSON.stringify({ message: asked }), () => id);
    sessionStorage.setItem('slipway:edited-replacing', `${id} ${fingerprint}`);
    sessionStorage.setItem(at.draftKey, JSON.stringify({ values: { message: now } }));
    await render(<ContactFormSection {...createSectionProps()} />);
  }

  it('shows the enquiry', async () => {
    await open('The keel knocks', 'The keel knocks');
    await expect.poll(() => findFieldControl('message')?.value).toBe('When is the yard open?');
  });

  it('asks again if something was entered since', async () => {
    await open('The keel knocks', 'The keel knocks loudly');
    await expect.element(button('Keep what I entered')).toBeVisible();
    expect(findFieldControl('message')?.value).toBe('The keel knocks loudly');
  });
});

describe('an enquiry of another page that is edited', () => {
  const photo = new File(['abc'], 'keel.jpg', { type: 'image/jpeg' });
  const createUploadedPhotos = () =>
    createPhotos({
      endpoint: '/api/contact-upload',
      text: (key) => key,
      load: async () => ({
        ...uploader,
        sendPhoto: async () => ({ state: 'uploaded', path: 'photos/1.jpg' }),
      }),
    });

  /** Opens a page with two forms, of which the second may contain photos. An enquiry of the page `#other` waits. */
  async function openWithOther(photos: PhotosController): Promise<void> {
    vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
    const at = { url: `${location.href.split('#')[0]}#other`, draftKey: 'slipway:draft:/other#contact-form' };
    await withStore((store) => store.put(createWaitingEnquiry({ page: at })));
    setWaiting(true);
    await render(
      <>
        <ContactFormSection {...createSectionProps()} />
        <ContactFormSection {...createSectionProps({ sectionName: 'second', photos })} />
      </>,
    );
    await expect.element(waiting()).toBeVisible();
  }
  afterEach(() => history.replaceState(null, '', location.pathname + location.search));

  it('opens that page at once if nothing is lost on this one', async () => {
    await openWithOther(createUploadedPhotos());
    await button('Edit').click();
    await expect.poll(() => location.hash).toBe('#other');
  });

  it('asks first if a form of this page contains photos, which no draft stores', async () => {
    const photos = createUploadedPhotos();
    await openWithOther(photos);
    photos.add('upload', [photo]);
    await expect.poll(() => photos.getSnapshot().upload?.length).toBe(1);
    await button('Edit').click();
    await expect.element(button('Keep what I entered')).toBeVisible();
    await button('Keep what I entered').click();
    await expect.poll(() => location.hash).toBe('');
    await button('Edit').click();
    await button('Edit').click();
    await expect.poll(() => location.hash).toBe('#other');
  });
});

describe('an enquiry that another tab has sent when its Edit is pressed', () => {
  it('is not edited', async () => {
    const { id } = await openWithOwn({ message: 'When?' });
    await withStore((store) => store.remove(id));
    await button('Edit').click();
    await expect.poll(() => button('Edit').query()).toBeNull();
    expect(findFieldControl('message')?.value).toBe('');
    expect(await withStore((store) => store.list())).toEqual([]);
  });
});

describe('an enquiry that is edited in two tabs', () => {
  it('is not edited here if the other has begun', async () => {
    const stored = await openWithOwn({ message: 'When?' });
    const end = await markAsEdited(stored.id);
    sessionStorage.clear();
    await withStore((store) => store.put({ ...stored, state: { is: 'edited' } }));
    await button('Edit').click();
    await expect.poll(() => button('Edit').query()).toBeNull();
    expect(findFieldControl('message')?.value).toBe('');
    end?.();
  });

  it('may be edited in the other once it is stored again here', async () => {
    const countEdited = async () => (await listEdited()).size;
    await storeEnquiry();
    await button('Edit').click();
    await expect.element(sendButton()).toBeVisible();
    await expect.poll(countEdited).toBe(1);
    await sendButton().click();
    await button('Send when I am back online').click();
    await expect.element(waiting()).toBeVisible();
    await expect.poll(countEdited).toBe(0);
  });
});

describe('an enquiry whose form was published anew', () => {
  it('comes back without the answers that the form cannot contain any more', async () => {
    await openWithOwn({ name: ['Ada', 'Bob'], message: 'When?' });
    await button('Edit').click();
    await expect.poll(() => findFieldControl('message')?.value).toBe('When?');
    await expect.poll(() => locateSection().element().textContent).toContain('Enter your name');
  });
});

describe('an enquiry that is edited on a full disk', () => {
  it('comes back into its form', async () => {
    await storeEnquiry();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    await button('Edit').click();
    await expect.element(sendButton()).toBeVisible();
    expect(findFieldControl('message')?.value).toBe('When is the yard open?');
  });
});
