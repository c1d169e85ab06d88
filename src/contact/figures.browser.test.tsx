import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ContactFormModal } from './contact-form-modal.tsx';
import { ContactFormSection } from './contact-form-section.tsx';
import type { ContactFormSectionProps } from './props.ts';
import type { FigureReport } from './send/figure-report.ts';
import { type BackEnd, createHeldAnswer, startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import {
  fillGeneral,
  findFieldControl,
  locateFailure,
  pickOption,
  sendButton,
  typeText,
} from './testing/visitor.ts';

let backEnd: BackEnd;
let beacons: { readonly address: string; readonly report: Promise<FigureReport> }[] = [];
/** Milliseconds for which steps are collected before they are reported (docs/behaviour.md, "Figures"). */
const collectMs = 3_000;
/** Each test is a page of its own; those before it are heard no more. */
let pass = '';
let page = 0;

/** Returns the reports of this page so far. */
async function reported(): Promise<readonly FigureReport[]> {
  const reports = await Promise.all(beacons.map(({ report }) => report));
  return reports.filter((report) => report.pass === pass);
}

/** Describes every step so far in a few words. Steps that are not reported yet are reported first. */
async function listSteps(): Promise<readonly string[]> {
  hides();
  return (await reported())
    .flatMap(({ steps }) => steps)
    .map(({ type: of, step, after, field: at, code }) =>
      [step, of, after && `after ${after}`, at, code].filter(Boolean).join(' '),
    );
}

/** A browser does not show the page any more. */
function hides(): void {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
}

beforeEach(() => {
  sessionStorage.clear();
  backEnd = startBackEnd();
  page += 1;
  pass = `page ${page}`;
  beacons = [];
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((address, body) => {
    const report = (body as Blob).text().then((text) => JSON.parse(text));
    beacons.push({ address: String(address), report });
    return true;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const figured = (more: Partial<ContactFormSectionProps> = {}) =>
  createSectionProps({ figures: { endpoint: '/api/figures', pass, share: 1, mostSteps: 10 }, ...more });
const leaves = (persisted = false) =>
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
const isBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

/** Touches a field as long as it takes what counts to have come: it is loaded at the first focus. */
async function begins(name = 'name'): Promise<void> {
  await expect
    .poll(async () => {
      await typeText(name, '');
      await userEvent.type(findFieldControl(name) as Element, 'Ann');
      return listSteps();
    })
    .not.toEqual([]);
}

describe('a form whose steps are counted', () => {
  it('tells that it is begun, once, and never what is entered', async () => {
    await render(<ContactFormSection {...figured()} />);
    expect(beacons).toEqual([]);
    await begins();
    await typeText('email', 'ann@example.com');
    expect(await listSteps()).toEqual(['began general']);
    expect(beacons[0]?.address).toBe('/api/figures');
    const reports = await Promise.all(beacons.map(({ report }) => report));
    expect(JSON.stringify(reports)).not.toMatch(/Ann|example\.com/);
  });

  it('is not begun by a focus, or by the choice of a type', async () => {
    await render(<ContactFormSection {...figured()} />);
    await pickOption('enquiry_type', 7);
    await userEvent.click(findFieldControl('name') as Element);
    await userEvent.click(findFieldControl('hin_number') as Element);
    leaves();
    await begins();
    expect(await listSteps()).toEqual(['began service']);
  });

  it('tells each message that the page shows when it is sent, and again when it is sent again', async () => {
    await render(<ContactFormSection {...figured()} />);
    await begins();
    await typeText('email', 'ann');
    await sendButton().click();
    const met = [
      'met general office_location required',
      'met general email wrong-format',
      'met general message required',
    ];
    await expect.poll(async () => (await listSteps()).slice(1)).toEqual(met);
    await typeText('message', 'Hello');
    await typeText('email', 'ann@example.com');
    expect((await listSteps()).slice(1)).toEqual(met);
    await sendButton().click();
    await expect
      .poll(async () => (await listSteps()).slice(4))
      .toEqual(['met general office_location required']);
  });

  it('tells where it is left unsent, once, and that its visitor is back', async () => {
    await render(<ContactFormSection {...figured()} />);
    await begins();
    await userEvent.click(findFieldControl('email') as Element);
    hides();
    leaves(true);
    leaves(true);
    isBack();
    await userEvent.click(findFieldControl('message') as Element);
    leaves();
    expect(await listSteps()).toEqual([
      'began general',
      'left general email',
      'returned general email',
      'left general message',
    ]);
  });

  it('says nothing of a page that is left before anything was begun, or after it was sent', async () => {
    const { unmount } = await render(<ContactFormSection {...figured()} />);
    leaves();
    await begins();
    await fillGeneral();
    await sendButton().click();
    await expect.poll(() => backEnd.getRequests('sendContactUs')).toHaveLength(1);
    await expect.poll(() => document.body.textContent).toContain('Fair winds');
    leaves();
    await unmount();
    expect(await listSteps()).toEqual(['began general']);
  });

  it('was left where it could not be sent', async () => {
    backEnd.answer('sendContactUs', () => new Response('', { status: 503 }));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await render(<ContactFormSection {...figured()} />);
    await begins();
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
    leaves();
    expect((await listSteps()).at(-1)).toMatch(/^left general /);
  });

  it('tells that it is another type that is gone on with', async () => {
    await render(<ContactFormSection {...figured()} />);
    await begins();
    await pickOption('enquiry_type', 7);
    await expect.poll(listSteps).toEqual(['began general', 'began service after general']);
    leaves();
    expect((await listSteps()).at(-1)).toBe('left service enquiry_type');
  });

  it('is begun anew after it was sent, in a dialog that is opened again', async () => {
    const { container, getByRole } = await render(<ContactFormModal {...figured()} />);
    const open = () => getByRole('button', { name: 'Contact us' }).click();
    await open();
    await begins();
    await typeText('email', 'ann@example.com');
    await typeText('message', 'When is the yard open?');
    await sendButton().click();
    await expect.poll(() => container.textContent).toContain('Fair winds');
    await getByRole('button', { name: 'Close' }).click();
    await open();
    await expect.poll(() => findFieldControl('name')?.value).toBe('');
    await typeText('message', 'Another question');
    expect(await listSteps()).toEqual(['began general', 'began general']);
  });

  it('tells in one report what was done in a short while, without the page being hidden or left', async () => {
    await render(<ContactFormSection {...figured()} />);
    await begins();
    const before = (await reported()).length;
    const timers = vi.spyOn(window, 'setTimeout');
    await sendButton().click();
    await expect.poll(() => findFieldControl('email')?.getAttribute('aria-invalid')).toBe('true');
    expect(timers).toHaveBeenCalledWith(expect.any(Function), collectMs);
    await expect.poll(reported).toHaveLength(before + 1);
    expect((await reported()).at(-1)?.steps.map(({ step, field: at }) => `${step} ${at}`)).toEqual([
      'met office_location',
      'met email',
      'met message',
    ]);
  });

  it('tells what is left of it as the page goes, in one report', async () => {
    await render(<ContactFormSection {...figured()} />);
    await begins();
    const before = (await reported()).length;
    await sendButton().click();
    await expect.poll(() => findFieldControl('email')?.getAttribute('aria-invalid')).toBe('true');
    leaves();
    await expect.poll(reported).toHaveLength(before + 1);
    expect((await reported()).at(-1)?.steps.map(({ step }) => step)).toEqual(['met', 'met', 'met', 'left']);
  });

  it('tells nothing while an enquiry is on its way, and then what it had to tell', async () => {
    const { answer, release } = createHeldAnswer();
    backEnd.answer('sendContactUs', answer);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await render(<ContactFormSection {...figured()} />);
    await begins();
    await fillGeneral();
    leaves(true);
    const before = (await reported()).length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    isBack();
    (sendButton().element() as HTMLButtonElement).click();
    await expect.poll(() => backEnd.getRequests('sendContactUs')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(collectMs);
    vi.useRealTimers();
    expect(await reported()).toHaveLength(before);
    release(new Response('', { status: 503 }));
    await expect.element(locateFailure()).toBeVisible();
    await expect.poll(reported).toHaveLength(before + 1);
    expect((await reported()).at(-1)?.steps.map(({ step }) => step)).toEqual(['returned']);
  });

  it('makes a report of what is as much as one may have, and goes on with the next', async () => {
    await render(<ContactFormSection {...figured()} />);
    // From the first step on: a report of its own is due soon after it, which a busy machine may reach amid the turns. React needs its timers.
    const { setTimeout: wait } = globalThis;
    vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => (ms === collectMs ? 0 : wait(work, ms)));
    await begins();
    for (let turn = 0; turn <= 10; turn += 1) {
      const isService = turn % 2 === 0;
      await pickOption('enquiry_type', isService ? 7 : 3);
      // A choice that is followed by another before it is drawn is no step.
      await expect.poll(() => findFieldControl('hin_number') !== null).toBe(isService);
    }
    await expect.poll(async () => (await reported()).at(-1)?.steps).toHaveLength(10);
    expect((await listSteps()).slice(-2)).toEqual([
      'began general after service',
      'began service after general',
    ]);
  });

  it('is sent by fetch where there is no beacon, without cookies', async () => {
    vi.spyOn(navigator, 'sendBeacon').mockReturnValue(false);
    const sent = vi.fn(
      async (_address: string, _request?: RequestInit) => new Response(null, { status: 204 }),
    );
    const before = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, request?: RequestInit) =>
      address === '/api/figures' ? sent(address, request) : before(address, request),
    );
    await render(<ContactFormSection {...figured()} />);
    await expect
      .poll(async () => {
        await userEvent.type(findFieldControl('name') as Element, 'A');
        hides();
        return sent.mock.calls.length;
      })
      .toBe(1);
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' });
  });
});

describe('a form whose steps are not counted', () => {
  async function saysNothing(more: Partial<ContactFormSectionProps> = {}) {
    await render(<ContactFormSection {...figured(more)} />);
    await typeText('name', 'Ann');
    await sendButton().click();
    await expect.poll(() => findFieldControl('email')?.getAttribute('aria-invalid')).toBe('true');
    await typeText('email', 'ann@example.com');
    leaves();
    expect(await listSteps()).toEqual([]);
  }

  it('is one of a page that wants none counted', () => saysNothing({ figures: undefined }));

  it('is one of somebody who asks not to be tracked', async () => {
    vi.spyOn(navigator, 'doNotTrack', 'get').mockReturnValue('1');
    await saysNothing();
  });

  it('is one of somebody whose browser asks for privacy', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    await saysNothing().finally(() => Reflect.deleteProperty(navigator, 'globalPrivacyControl'));
  });

  it('is one of those that are not of the share', async () => {
    await saysNothing({ figures: { endpoint: '/api/figures', pass, share: 0, mostSteps: 10 } });
  });
});
