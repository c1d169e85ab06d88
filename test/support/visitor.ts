import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A browser profile that visitors use one after the other, each in a new page. */
export interface SharedProfile {
  /**
   * Opens a page for a visitor, with an empty history and nothing stored. Resources of former visitors may be
   * cached. While another visitor uses the profile, this one gets a fresh one.
   */
  readonly newVisitor: () => Promise<Visitor>;
  readonly close: () => Promise<void>;
}

export type VisitorOptions = BrowserContextOptions;

/** A visitor's answers, by the name of the control: an option's value for a choice, `true` for a tick. */
export type Answers = Readonly<Record<string, string | number | boolean>>;

/** The events of a page when an enquiry was accepted. */
export interface Conversion {
  /** `detail` of each `slipway:conversion`. */
  readonly events: readonly unknown[];
  /** Entries of `window.dataLayer`. */
  readonly dataLayer: readonly unknown[];
}

/** A person with a browser. Methods wait as long as needed. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a page, touches its form, if it has one, and waits until that is hydrated. */
  readonly visits: (path: string) => Promise<void>;
  /** Touches the form and waits until it is hydrated. */
  readonly isHydrated: () => Promise<void>;
  readonly reloads: () => Promise<void>;
  readonly opensDialog: () => Promise<void>;
  /** The control of a name; the first one of several radio buttons. */
  readonly control: (field: string) => Locator;
  readonly chooses: (field: string, value: string | number) => Promise<void>;
  readonly fills: (answers: Answers) => Promise<void>;
  /** Returns the current values of the controls, or of those of the given names. */
  readonly readValues: (...fields: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  readonly sends: () => Promise<void>;
  readonly sees: (text: string | RegExp) => Promise<void>;
  /** The texts of a control's description: hint and message. */
  readonly description: (field: string) => Promise<string>;
  /** The names of the invalid fields, in their order on the page. */
  readonly invalidFields: () => Promise<readonly string[]>;
  /**
   * The name of the control that has focus (for a picker's button that of the picker), or the text of any
   * other element.
   */
  readonly focus: () => Promise<string>;
  /** The announcements in live regions, in order. */
  readonly announcements: () => Promise<readonly string[]>;
  readonly conversion: () => Promise<Conversion>;
  /** Collects complaints of the browser in `troubles` without failing the journey. */
  readonly expectsTrouble: () => void;
  /** Errors and warnings of the console, uncaught errors, and violations of the security policy. */
  readonly troubles: readonly string[];
  /** Closes all pages of the visitor, and a profile of its own. Fails if there was unexpected trouble. */
  readonly leaves: () => Promise<void>;
}

/** A guard against an endless wait: on a busy machine pages are slow. */
const patienceMs = 170_000;

export async function createVisitor(
  browser: Browser,
  origin: string,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const context = await openContext(browser, origin, options);
  return visitorOn(await context.newPage(), context, () => context.close());
}

/**
 * Opens a profile for visitors without options that set nothing for all of its pages: no clock, no script
 * before the pages' own.
 */
export async function openSharedProfile(browser: Browser, origin: string): Promise<SharedProfile> {
  const context = await openContext(browser, origin);
  // Stays open between two visitors, and can clear their storage.
  const idle = await context.newPage();
  const devTools = await context.newCDPSession(idle);
  let isTaken = false;
  const clear = async () => {
    const pages = context.pages().filter((page) => page !== idle);
    const origins = pages.flatMap((page) => page.frames().flatMap((frame) => parseOrigin(frame.url())));
    await Promise.all(pages.map((page) => page.close()));
    await context.setOffline(false);
    await context.clearCookies();
    for (const one of new Set([origin, ...origins]))
      await devTools.send('Storage.clearDataForOrigin', { origin: one, storageTypes: 'all' });
    isTaken = false;
  };
  return {
    async newVisitor() {
      if (isTaken) return createVisitor(browser, origin);
      isTaken = true;
      return visitorOn(await context.newPage(), context, clear);
    },
    close: () => context.close(),
  };
}

async function openContext(
  browser: Browser,
  origin: string,
  options: VisitorOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', ...options });
  context.setDefaultTimeout(patienceMs);
  if (options.serviceWorkers !== 'allow') await context.addInitScript(removeServiceWorkers);
  await context.addInitScript(installListeners);
  return context;
}

/**
 * Runs in every page. Routes of tests do not see what a service worker requests, so only the journeys about it
 * have one (`serviceWorkers: 'allow'`).
 */
function removeServiceWorkers(): void {
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
}

function parseOrigin(url: string): readonly string[] {
  return /^https?:/.test(url) ? [new URL(url).origin] : [];
}

/** Opens another tab for the same visitor: the profile is shared, the session storage is not. */
export async function openAnotherTab({ context }: Visitor): Promise<Visitor> {
  return visitorOn(await context.newPage(), context, () => context.close());
}

function visitorOn(page: Page, context: BrowserContext, close: () => Promise<void>): Visitor {
  const troubles = collectComplaints(page);
  let isTroubleExpected = false;
  let isGone = false;
  context.once('close', () => {
    isGone = true;
  });
  const section = page.getByTestId('contact-form');
  const control = (field: string) => section.locator(`[name="${field}"]`).first();
  const chooses = async (field: string, value: string | number | boolean) =>
    enterAnswer(control(field), section, field, value);
  return {
    page,
    context,
    troubles,
    control,
    chooses,
    async visits(path) {
      await page.goto(path);
      await awaitHydration(page);
    },
    isHydrated: () => awaitHydration(page),
    async reloads() {
      await page.reload();
      await awaitHydration(page);
    },
    async opensDialog() {
      await page.getByRole('button', { name: 'Contact us' }).click();
      await section.waitFor();
    },
    async fills(answers) {
      for (const [field, value] of Object.entries(answers)) await chooses(field, value);
    },
    readValues: (...fields) => section.evaluate(readControlValues, fields),
    sends: () => section.locator('button[type="submit"]').click(),
    sees: (text) => page.getByText(text).first().waitFor(),
    description: (field) => control(field).evaluate(readDescription),
    invalidFields: () => section.evaluate(listInvalidFields),
    focus: () => page.evaluate(describeFocus),
    announcements: () => page.evaluate(() => window.heard),
    conversion: () =>
      page.evaluate(() => ({ events: window.conversions, dataLayer: window.dataLayer ?? [] })),
    expectsTrouble() {
      isTroubleExpected = true;
    },
    async leaves() {
      if (isGone) return;
      isGone = true;
      // A route handler of a test may still be running; closing does not wait for it.
      for (const open of [context, ...context.pages()]) await open.unrouteAll({ behavior: 'ignoreErrors' });
      await close();
      if (!isTroubleExpected) expect(troubles, 'what the browser complained about').toEqual([]);
    },
  };
}

declare global {
  interface Window {
    heard: string[];
    /**
     * The latest events of presses, with the vertical places of the pointer and of the submit button in pixels. A
     * browser makes no click if the button moves away from a pointer that is down.
     */
    presses: string[];
    conversions: unknown[];
    dataLayer?: unknown[];
  }
}

/** Runs in every page before its own scripts. */
function installListeners(): void {
  window.heard = [];
  window.presses = [];
  for (const type of ['pointerdown', 'pointerup', 'click', 'submit'])
    addEventListener(
      type,
      (event) => {
        const { localName = '', textContent } = event.target as HTMLElement;
        const { top = 0 } = document.querySelector('button[type="submit"]')?.getBoundingClientRect() ?? {};
        const at = event instanceof MouseEvent ? event.clientY : 0;
        window.presses.push(
          `${type} at ${at} on ${localName} "${textContent?.slice(0, 20)}"; Send at ${top}`,
        );
        if (window.presses.length > 30) window.presses.shift();
      },
      { capture: true, passive: true },
    );
  window.conversions = [];
  window.dataLayer = [];
  addEventListener('slipway:conversion', (event) => window.conversions.push((event as CustomEvent).detail));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The policy refused ${blockedURI} by ${violatedDirective} in ${sourceFile}`),
  );
  const say = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const region = element?.closest('[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])');
    const text = region?.textContent?.trim();
    if (text && window.heard.at(-1) !== text) window.heard.push(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      say(target);
      for (const node of addedNodes) {
        say(node);
        if (node instanceof Element) for (const alert of node.querySelectorAll('[role="alert"]')) say(alert);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Returns a list that grows while the page is open. */
function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', async (dialog) => {
    complaints.push(`A script opened a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  return complaints;
}

/**
 * Touches a page's form, if it has one, and waits until it is hydrated. The touch is an event of the pointer, which
 * changes neither the focus nor a value.
 */
export async function awaitHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector<HTMLElement>('#slipway-form');
    if (form?.firstElementChild == null || form.dataset.hydration === 'done') return true;
    form.firstElementChild.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return false;
  });
}

async function enterAnswer(
  control: Locator,
  section: Locator,
  field: string,
  value: string | number | boolean,
): Promise<void> {
  const kind = await control.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.tagName,
  );
  if (kind === 'SELECT') await control.selectOption(String(value));
  else if (kind === 'checkbox') await control.setChecked(value === true);
  else if (kind === 'radio') await section.locator(`[name="${field}"][value="${value}"]`).check();
  else await control.fill(String(value));
}

function readControlValues(section: Element, fields: readonly string[]): Record<string, unknown> {
  const form = section.querySelector('form');
  return Object.fromEntries(
    fields.map((field) => {
      const control = form?.elements.namedItem(field);
      if (control instanceof HTMLInputElement && control.type === 'checkbox') return [field, control.checked];
      return [field, control && 'value' in control ? control.value : undefined];
    }),
  );
}

function readDescription(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(/\s+/) ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id "${id}"`).join(' ');
}

function listInvalidFields(section: Element): string[] {
  const controls = [...section.querySelectorAll('[name][aria-invalid="true"]')];
  return [...new Set(controls.map((control) => control.getAttribute('name') ?? ''))];
}

function describeFocus(): string {
  const element = document.activeElement;
  const picker = element?.parentElement?.querySelector(':scope > [type="file"]');
  return element?.getAttribute('name') ?? picker?.getAttribute('name') ?? element?.textContent ?? '';
}
