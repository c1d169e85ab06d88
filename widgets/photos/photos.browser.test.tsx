import axe from 'axe-core';
import { IntlMessageFormat } from 'intl-messageformat';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { TextFormatter, UploadLimits } from '#engine';
import texts from '../../test/support/frozen/texts/en.json' with { type: 'json' };
import '../theme/theme.css';
import { createPhotos } from './create-photos.tsx';
import type { PhotosController } from './photos.ts';
import { stepPhotos } from './photos-machine.ts';
import { PhotosUploader } from './photos-uploader.tsx';
import type { PhotoOutcome, PhotoUpload } from './upload-photo.ts';

const types = ['image/jpg', 'image/jpeg', 'image/png'];
const service: UploadLimits = { count: 1, types, bytes: 20 * 2 ** 20, timeoutMs: 30_000 };
const valuation: UploadLimits = { ...service, count: 10 };

afterEach(() => vi.restoreAllMocks());

describe('the uploader', () => {
  it('lists a picked photo with its name and size, and uploads it at once', async () => {
    const { pick, uploads } = await draw(valuation);
    await pick(photo('stern.jpg', 300_000));
    await expect.element(row('stern.jpg')).toMatchTextContent('293 kB');
    await expect.element(page.getByRole('progressbar', { name: 'Upload of stern.jpg' })).toBeVisible();
    expect(uploads()).toHaveLength(1);
  });

  it('has the data that was sent, as the picture may be scaled down', async () => {
    const { photos, pick, uploads } = await draw(valuation);
    await pick(photo('a.jpg'));
    const [record] = photos.getSnapshot().upload ?? [];
    expect(photos.getSentData?.(record?.fileID ?? '')).toBeUndefined();
    const small = new Blob(['tiny']);
    uploads()[0]?.onPrepared?.(small);
    expect(photos.getSentData?.(record?.fileID ?? '')).toBe(small);
  });

  it('shows how far the transfer is, then that it has arrived', async () => {
    const { pick, uploads } = await draw(valuation);
    await pick(photo('stern.jpg'));
    uploads()[0]?.onProgress(0.4);
    await expect.element(row('stern.jpg')).toMatchTextContent('Uploading, 40%');
    expect(page.getByRole('progressbar').element()).toHaveProperty('value', 0.4);
    uploads()[0]?.end({ state: 'uploaded', path: 'p' });
    await expect.element(row('stern.jpg')).toMatchTextContent('Uploaded');
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Remove stern.jpg' })).toBeVisible();
  });

  it('lists a failed photo in red with its error and a Retry that drops it', async () => {
    const { pick, uploads } = await draw(valuation);
    await pick(photo('stern.jpg'));
    uploads()[0]?.end({ state: 'error', error: { code: 'time-out', values: { seconds: 30 } } });
    await expect
      .element(row('stern.jpg'))
      .toMatchTextContent('stern.jpg(the upload took too long, add it again)');
    expect(row('stern.jpg').element()).toHaveClass('sw-photo--failed');
    await page.getByRole('button', { name: 'Retry stern.jpg' }).click();
    await expect.element(row('stern.jpg')).not.toBeInTheDocument();
  });

  it('takes the same file again after a Retry', async () => {
    const { pick, uploads } = await draw(valuation);
    await pick(photo('stern.jpg'));
    uploads()[0]?.end({ state: 'error', error: { code: 'failed' } });
    await page.getByRole('button', { name: 'Retry stern.jpg' }).click();
    const input = nativePicker();
    input.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await picker().click();
    expect(input.value).toBe('');
  });

  it('drops a photo without an error when no target was given, and logs it', async () => {
    const { pick, uploads, log } = await draw(valuation);
    await pick(photo('stern.jpg'));
    uploads()[0]?.end({ state: 'target-refused', cause: new Error('503') });
    await expect.element(row('stern.jpg')).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledOnce();
  });

  it('ends the upload of a photo that is cancelled, without a word in the log', async () => {
    const { pick, uploads, log } = await draw(valuation);
    await pick(photo('stern.jpg'));
    await page.getByRole('button', { name: 'Cancel stern.jpg' }).click();
    expect(uploads()[0]?.signal.aborted).toBe(true);
    uploads()[0]?.end({ state: 'target-refused', cause: new Error('aborted') });
    await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
    expect(log).not.toHaveBeenCalled();
  });

  it('keeps the first of too many and shows the picker again when all rows but one are gone', async () => {
    const { pick } = await draw(service);
    await pick(photo('a.jpg'), photo('b.jpg'));
    await expect.element(row('b.jpg')).toMatchTextContent('b.jpg(one photo is all that fits)');
    await expect.element(picker()).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Retry b.jpg' }).click();
    await expect.element(picker()).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Cancel a.jpg' }).click();
    await expect.element(picker()).toBeInTheDocument();
  });

  it.each([
    ['hull.svg', 'image/svg+xml', 10, 'choose a photo of the type JPEG, PNG'],
    ['huge.jpg', 'image/jpeg', 20 * 2 ** 20 + 1, 'choose a photo of at most 20 MB'],
    ['void.png', 'image/png', 0, 'the file is empty, choose another'],
  ])('refuses %s at once', async (name, type, bytes, message) => {
    // Picked, not dropped: on a busy machine Chromium loses a file that a script drops.
    const { uploads, pick } = await draw(valuation);
    await pick(photo(name, bytes, type));
    await expect.element(row(name)).toMatchTextContent(`${name}(${message})`);
    expect(uploads()).toEqual([]);
  });

  it('takes dropped files', async () => {
    await draw(valuation);
    drop(photo('dropped.jpg'));
    await expect.element(row('dropped.jpg')).toBeVisible();
  });

  it('takes a pasted image, but leaves text with an image to a text field', async () => {
    await draw(valuation);
    const paste = (target: Element, data: DataTransfer) =>
      target.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    const field = document.body.appendChild(document.createElement('textarea'));
    const copied = createTransfer(photo('figure.png', 10, 'image/png'));
    copied.setData('text/plain', 'A figure');
    paste(field, copied);
    paste(document.body, createTransfer(photo('screenshot.png', 10, 'image/png')));
    field.remove();
    await expect.element(row('screenshot.png')).toBeVisible();
    await expect.element(row('figure.png')).not.toBeInTheDocument();
  });

  it('refuses what a lower maximum does not take, and takes it again when it rises', async () => {
    const { pick, uploads, setLimits, screen } = await draw(valuation);
    await pick(photo('a.jpg'), photo('b.jpg'));
    for (const upload of uploads()) upload.end({ state: 'uploaded', path: upload.file.name });
    await expect.poll(() => page.getByText('· Uploaded', { exact: false }).elements().length).toBe(2);
    await setLimits(service);
    await expect.element(row('b.jpg')).toMatchTextContent('b.jpg(one photo is all that fits)');
    await expect.element(status(screen)).toMatchTextContent('b.jpg: one photo is all that fits.');
    await setLimits(valuation);
    await expect.poll(() => page.getByText('· Uploaded', { exact: false }).elements().length).toBe(2);
  });

  it('keeps records while it is not drawn, and draws them again', async () => {
    const { pick, photos, screen } = await draw(valuation);
    await pick(photo('a.jpg'));
    await screen.rerender(<p>Another type</p>);
    await expect.element(row('a.jpg')).not.toBeInTheDocument();
    await screen.rerender(<Stage photos={photos} limits={valuation} />);
    await expect.element(row('a.jpg')).toBeVisible();
  });

  it('announces what happens to photos', async () => {
    const { pick, uploads, screen } = await draw(service);
    await pick(photo('a.jpg'));
    await expect
      .element(status(screen))
      .toMatchTextContent(/Uploading 1 photo\. You have added the one photo/);
    uploads()[0]?.end({ state: 'uploaded', path: 'p' });
    await expect.element(status(screen)).toMatchTextContent(/^a\.jpg uploaded\.$/);
    await page.getByRole('button', { name: 'Remove a.jpg' }).click();
    await expect.element(status(screen)).toMatchTextContent(/^a\.jpg removed\.$/);
  });

  it('is worked by keyboard alone, and keeps the focus near when a row goes', async () => {
    const { pick } = await draw(valuation);
    await pick(photo('a.jpg'), photo('b.jpg'));
    await userEvent.tab();
    await expect.element(picker()).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Cancel b.jpg' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(picker()).toHaveFocus();
  });

  it('has the focus on the picker when the only row goes, although another change is drawn first', async () => {
    const { photos, pick, uploads } = await draw(valuation);
    await pick(photo('a.jpg'));
    const { remove } = photos;
    vi.spyOn(photos, 'remove').mockImplementation((field, fileID) => {
      flushSync(() => uploads()[0]?.onProgress(0.5));
      remove(field, fileID);
    });
    await page.getByRole('button', { name: 'Cancel a.jpg' }).click();
    await expect.element(picker()).toHaveFocus();
  });

  it('releases the object URLs of its pictures', async () => {
    const made = vi.spyOn(URL, 'createObjectURL');
    const released = vi.spyOn(URL, 'revokeObjectURL');
    const { pick } = await draw(valuation);
    await pick(photo('a.jpg'));
    await expect.poll(() => made.mock.calls.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Cancel a.jpg' }).click();
    await expect.poll(() => released.mock.calls.length).toBe(made.mock.calls.length);
  });

  it('has no inline style and no accessibility violation in any state', async () => {
    const { pick, uploads, screen } = await draw(valuation);
    await pick(photo('up.jpg'), photo('done.jpg'), photo('bad.jpg'), photo('no.svg', 10, 'image/svg+xml'));
    uploads()[1]?.end({ state: 'uploaded', path: 'p' });
    uploads()[2]?.end({ state: 'error', error: { code: 'failed' } });
    await expect.element(row('bad.jpg')).toHaveClass('sw-photo--failed');
    expect(screen.container.querySelectorAll('[style]')).toHaveLength(0);
    const { violations } = await axe.run(screen.container);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it("has one button with one name, which describes what is accepted; the browser's own picker is met by nobody", async () => {
    const { screen } = await draw(valuation);
    expect(picker().elements()).toHaveLength(1);
    expect(picker().element()).toHaveAccessibleDescription(
      /^Up to 10 photos, JPEG, PNG, at most 20\sMB each/,
    );
    expect(nativePicker().checkVisibility()).toBe(false);
    expect(nativePicker()).toHaveAttribute('accept', 'image/jpg,image/jpeg,image/png');
    await userEvent.tab();
    await expect.element(picker()).toHaveFocus();
    expect(screen.container.querySelectorAll('[required]')).toHaveLength(0);
  });

  it('says once that a photo is required', async () => {
    await draw(valuation, { isRequired: true });
    expect(picker().element()).toHaveAccessibleDescription(/^required Up to 10 photos/);
  });

  it("is the browser's own picker where no script runs, with the name of the field and its label", async () => {
    const photos = createPhotos({ endpoint: '/api/contact-upload', text, load: async () => neverSending });
    const container = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => container.remove());
    container.innerHTML = renderToString(<Stage photos={photos} limits={valuation} isRequired />);
    const input = container.querySelector('input[type="file"]');
    expect(input).toHaveAttribute('name', 'upload');
    expect(input).toHaveAccessibleName('Choose photos');
    expect(input).toHaveAccessibleDescription(/^Up to 10 photos/);
    expect(input).toHaveAttribute('aria-required', 'true');
    expect(input).toBeVisible();
    expect((await axe.run(container)).violations.map(({ id }) => id)).toEqual([]);
    expect(container.querySelector('button')).toBeNull();
  });

  it('leaves the focus on the picker when scripts take over', async () => {
    const { container, hydrate } = drawnByServer();
    container.querySelector<HTMLElement>('input[type="file"]')?.focus();
    hydrate();
    await expect.element(picker()).toHaveFocus();
  });

  it.each(['picked', 'dropped'])('takes %s files before it has loaded', async (how) => {
    const { pick, arrive, uploads, photos } = await draw(valuation, { isSlow: true });
    if (how === 'picked') await pick(photo('early.jpg'));
    else drop(photo('early.jpg'));
    await expect.element(row('early.jpg')).not.toBeInTheDocument();
    expect(photos.isAdding()).toBe(true);
    const heard: boolean[] = [];
    photos.subscribe(() => heard.push(photos.isAdding()));
    arrive();
    await expect.element(row('early.jpg')).toBeVisible();
    expect(uploads()).toHaveLength(1);
    await expect.poll(() => heard.at(-1)).toBe(false);
  });

  it('lets the browser open no dropped file instead of the page while it loads', async () => {
    await draw(valuation, { isSlow: true });
    expect(drop(photo('early.jpg'))).toEqual(['dragover', 'drop']);
  });

  it('keeps its picker while it loads: a dialog may be open over it', async () => {
    const { arrive, screen } = await draw(valuation, { isSlow: true });
    const early = nativePicker();
    arrive();
    await expect.poll(() => screen.container.querySelector('[role="status"]')).not.toBeNull();
    expect(nativePicker()).toBe(early);
  });

  it('takes what was picked before scripts had arrived', async () => {
    const { container, hydrate } = drawnByServer();
    const input = container.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) input.files = createTransfer(photo('early.jpg')).files;
    const errors = hydrate();
    await expect.element(row('early.jpg')).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('says when it cannot load, and tries again with the next pick', async () => {
    const { pick } = await draw(valuation, { failures: 1 });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/could not be loaded/);
    await pick(photo('a.jpg'));
    await expect.element(row('a.jpg')).toBeVisible();
  });

  it('waits for its module for a limited time, in which the visitor cannot send', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = () => new Promise<never>(() => undefined);
    const photos = createPhotos({ endpoint: '/api/contact-upload', text, load });
    photos.add('upload', [photo('a.jpg')]);
    expect(photos.isAdding()).toBe(true);
    await vi.runAllTimersAsync();
    expect(photos.isAdding()).toBe(false);
    expect(log).toHaveBeenCalledOnce();
  });

  it('keeps what is picked while it loads in vain', async () => {
    const { pick, arrive } = await draw(valuation, { isSlow: true, failures: 1 });
    await pick(photo('a.jpg'));
    arrive();
    await expect.element(row('a.jpg')).toBeVisible();
  });
});

const neverSending = {
  PhotosUploader,
  stepPhotos,
  sendPhoto: () => new Promise<PhotoOutcome>(() => undefined),
};

/** The photos as a server draws them, and what hydrates them. */
function drawnByServer() {
  const photos = createPhotos({ endpoint: '/api/contact-upload', text, load: async () => neverSending });
  const stage = <Stage photos={photos} limits={valuation} />;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(stage);
  onTestFinished(() => container.remove());
  return {
    container,
    hydrate() {
      const errors: unknown[] = [];
      const root = hydrateRoot(container, stage, { onRecoverableError: (error) => errors.push(error) });
      onTestFinished(() => root.unmount());
      return errors;
    },
  };
}

interface RunningUpload extends Omit<PhotoUpload, 'prepare'> {
  readonly end: (outcome: PhotoOutcome) => void;
}

async function draw(
  limits: UploadLimits,
  {
    isSlow = false,
    failures = 0,
    isRequired = false,
  }: { readonly isSlow?: boolean; readonly failures?: number; readonly isRequired?: boolean } = {},
) {
  const running: RunningUpload[] = [];
  const log = vi.fn<(message: string, cause: unknown) => void>();
  const sendPhoto = (upload: Omit<PhotoUpload, 'prepare'>) =>
    new Promise<PhotoOutcome>((end) => running.push({ ...upload, end }));
  const arrival = Promise.withResolvers<void>();
  if (!isSlow) arrival.resolve();
  let failuresLeft = failures;
  const load = async () => {
    await arrival.promise;
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error('chunk blocked');
    return { PhotosUploader, sendPhoto, stepPhotos };
  };
  const photos = createPhotos({ endpoint: '/api/contact-upload', text, log, load });
  const screen = await render(<Stage photos={photos} limits={limits} isRequired={isRequired} />);
  if (!isSlow && failures === 0)
    await expect.poll(() => screen.container.querySelector('[role="status"]')).not.toBeNull();
  return {
    photos,
    screen,
    log,
    arrive: arrival.resolve,
    uploads: () => running,
    setLimits: (next: UploadLimits) => screen.rerender(<Stage photos={photos} limits={next} />),
    pick: async (...files: readonly File[]) => {
      await userEvent.upload(nativePicker(), [...files]);
      if (!isSlow) await expect.element(row(files.at(-1)?.name ?? '')).toBeInTheDocument();
    },
  };
}

function Stage({
  photos,
  limits,
  isRequired = false,
}: {
  readonly photos: PhotosController;
  readonly limits: UploadLimits;
  readonly isRequired?: boolean;
}) {
  const slot = {
    field: 'upload',
    id: 'form-upload',
    label: 'Photos',
    limits,
    describedBy: undefined,
    isFiles: false,
    isSignature: false,
    isInvalid: false,
    isRequired,
    isDisabled: false,
  };
  return (
    <StrictMode>
      <fieldset>
        <legend>Photos</legend>
        {photos.draw(slot)}
      </fieldset>
    </StrictMode>
  );
}

const text: TextFormatter = (key, values) => {
  const message = (texts as Readonly<Record<string, string>>)[key];
  if (message === undefined) throw new Error(`No text "${key}"`);
  return String(new IntlMessageFormat(message, 'en').format(values));
};

function picker() {
  return page.getByRole('button', { name: /^Choose (a photo|photos)$/ });
}

function nativePicker(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no picker');
  return input;
}

function row(name: string) {
  return page.getByRole('listitem').filter({ hasText: name });
}

function status(screen: Awaited<ReturnType<typeof render>>) {
  return screen.getByRole('status');
}

function photo(name: string, bytes = 100, type = 'image/jpeg'): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

/** Drops a file on the zone. Returns the events whose default action was prevented. */
function drop(file: File): readonly string[] {
  const zone = document.querySelector('.sw-dropzone');
  const dataTransfer = createTransfer(file);
  return ['dragenter', 'dragover', 'drop'].filter(
    (kind) =>
      zone?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })) === false,
  );
}

function createTransfer(...files: readonly File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}
