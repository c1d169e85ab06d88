import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backgroundTag } from '../../contact/outbox/background.ts';
import { sendWaiting } from '../../contact/outbox/send-waiting.ts';

vi.mock(import('../../contact/outbox/send-waiting.ts'), () => ({ sendWaiting: vi.fn() }));

const origin = 'https://forms.example';
const listeners = new Map<string, (event: object) => void>();
const showNotification = vi.fn();
const openWindow = vi.fn();
const focus = vi.fn();
let pages: readonly { readonly url: string; readonly visibilityState: string; readonly focus: () => void }[];

beforeEach(async () => {
  pages = [];
  vi.clearAllMocks();
  vi.resetModules();
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow },
    registration: { showNotification },
    skipWaiting: async () => undefined,
  });
  await import('./worker.ts');
});

afterEach(() => vi.unstubAllGlobals());

/** Dispatches an event, and resolves when the worker has handled it. Rejects if that fails. */
async function dispatch(name: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waitUntil = (one: Promise<unknown>) => void work.push(one);
  listeners.get(name)?.({ ...event, waitUntil });
  await Promise.all(work);
}

/** Has the outbox send one enquiry whose visitor asked for a notification. */
function sendOne(waiting = 0): void {
  const sent = [{ id: 'a', enquiryType: 3, url: '/contact', notification: { title: 'Sent' } }];
  vi.mocked(sendWaiting).mockResolvedValue({ sent, refused: [], waiting });
}

describe('the service worker', () => {
  it('sends in the background, and notifies the visitor who sees no page of the site', async () => {
    sendOne();
    pages = [{ url: `${origin}/contact`, visibilityState: 'hidden', focus }];
    await dispatch('sync', { tag: backgroundTag });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'Sent',
      expect.objectContaining({ data: '/contact' }),
    );
  });

  it('notifies nobody who sees a page, or who has not allowed it', async () => {
    sendOne();
    pages = [{ url: `${origin}/contact`, visibilityState: 'visible', focus }];
    await dispatch('sync', { tag: backgroundTag });
    pages = [];
    vi.stubGlobal('Notification', { permission: 'denied' });
    await dispatch('sync', { tag: backgroundTag });
    vi.stubGlobal('Notification', undefined);
    await dispatch('sync', { tag: backgroundTag });
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('has the browser try again while an enquiry is waiting', async () => {
    sendOne(1);
    await expect(dispatch('sync', { tag: backgroundTag })).rejects.toThrow('Cannot send all enquiries');
  });

  it('ignores tags and messages of others', async () => {
    await dispatch('sync', { tag: 'another' });
    for (const data of [undefined, null, 'store', { type: 'store' }, { type: 'store', path: 1, loaded: [] }])
      await dispatch('message', { data });
    expect(sendWaiting).not.toHaveBeenCalled();
  });

  it('shows the page of a notification: the open one, or a new one, and none of another origin', async () => {
    const close = vi.fn();
    const click = (data: unknown) => dispatch('notificationclick', { notification: { data, close } });
    pages = [{ url: `${origin}/contact?utm_source=x`, visibilityState: 'hidden', focus }];
    await click('/contact');
    expect(focus).toHaveBeenCalledTimes(1);
    await click('/valuation');
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/valuation`);
    for (const url of ['https://elsewhere.example/', 'javascript:alert(1)']) await click(url);
    expect(openWindow).toHaveBeenCalledTimes(1);
    expect(close).toHaveBeenCalledTimes(4);
  });
});
