import type { BrowserContext, Frame } from 'playwright-core';

/**
 * Prints what the pages of a visitor show: for a journey that has failed, because a failure on a busy machine may not
 * come again, and the frames in them. A page that does not answer within some seconds is reported as such.
 */
export async function printPages(context: BrowserContext, complaints: readonly string[]): Promise<void> {
  const frames = context.pages().flatMap((page) => page.frames());
  for (const frame of frames.filter((one) => one.url() !== 'about:blank'))
    console.error(await describeFrame(frame));
  if (complaints.length > 0) console.error(`The browser complained:\n${complaints.join('\n')}`);
}

/** The time in ms for the answer of a page that works. */
const answerTimeMs = 5_000;

async function describeFrame(frame: Frame): Promise<string> {
  const answer = frame.evaluate(readPage).catch(String);
  const isLate = new Promise<string>((resolve) => {
    setTimeout(() => resolve('the page does not answer'), answerTimeMs);
  });
  const state = await Promise.race([answer, isLate]);
  return `${frame.url()}\n${typeof state === 'string' ? state : JSON.stringify(state, null, 1)}`;
}

/** Runs in the page. Returns what its forms show, without the values of fields. */
function readPage() {
  const list = <Result>(selector: string, read: (element: HTMLElement) => Result) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map(read);
  const readAttributes = (element: Element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value.slice(0, 80)}`).join(' ');
  return {
    visibility: document.visibilityState,
    hydration: list('[data-hydration]', ({ dataset }) => dataset.hydration),
    focus: document.activeElement && readAttributes(document.activeElement),
    submitButtons: list('button[type="submit"]', readAttributes),
    invalidFields: list('[aria-invalid="true"]', readAttributes),
    emptyFields: list('input, select, textarea', (field) =>
      (field as HTMLInputElement).value === '' ? (field as HTMLInputElement).name : '',
    ).filter((name) => name !== ''),
    liveRegions: list('[role="status"], [role="alert"], [aria-live]', ({ textContent }) => textContent),
    listItems: list('[data-testid="contact-form"] li', ({ textContent }) => textContent),
    announcements: window.heard,
    presses: window.presses,
  };
}
