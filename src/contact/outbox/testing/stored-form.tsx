import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { type BackEnd, createAcceptedResponse, startBackEnd } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { fillGeneral, sendButton } from '../../testing/visitor.ts';
import { setWaiting } from '../marker.ts';
import { type OutboxStore, openOutboxStore } from '../store/outbox-store.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const waiting = () => page.getByRole('heading', { name: /waiting to be sent/ });

/** The answers of a server to an enquiry: none, and that it is accepted. */
export const lost = () => Promise.reject(new TypeError('Failed to fetch'));
export const accepted = () => createAcceptedResponse({ reference: 'SW-1' });

/** Begins a test with nothing stored, and a server that does not answer enquiries. */
export async function startUnreachable(): Promise<BackEnd> {
  await forgetStored();
  const backEnd = startBackEnd();
  backEnd.answer('sendContactUs', lost);
  return backEnd;
}

/** Ends a test: forms that are still drawn find nothing that waits, and nothing is replaced any more. */
export function restoreBrowser(): void {
  setWaiting(false);
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** Deletes everything that the browser has stored, and silences the console. */
async function forgetStored(): Promise<void> {
  sessionStorage.clear();
  setWaiting(false);
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('slipway-outbox').onsuccess = resolve;
  });
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
}

export async function withStore<Result>(task: (store: OutboxStore) => Promise<Result>): Promise<Result> {
  const store = await openOutboxStore();
  const result = await task(store);
  store.close();
  return result;
}

/** Returns the first stored enquiry. */
export async function findStored(): Promise<WaitingEnquiry> {
  const [one] = await withStore((store) => store.list());
  if (one === undefined) throw new Error('Nothing is stored');
  return one;
}

/** Fills in a form, and stores its enquiry because it cannot be sent. */
export async function storeEnquiry(more: Parameters<typeof createSectionProps>[0] = {}) {
  const shown = await render(<ContactFormSection {...createSectionProps(more)} />);
  await fillGeneral();
  await sendButton().click();
  await button('Send when I am back online').click();
  await expect.element(waiting()).toBeVisible();
  return shown;
}

/** Returns the texts of the status above the form from now on, in their order. The array grows. */
export function listenToStatus(): readonly string[] {
  const heard: string[] = [];
  const observer = new MutationObserver(() => {
    const announced = document.querySelector('.sw-waiting [role="status"]')?.textContent ?? '';
    if (announced !== (heard.at(-1) ?? '')) heard.push(announced);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return heard;
}
