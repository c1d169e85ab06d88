import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { flushComplaints, openRelay, type Relay } from '../browsers/relay.ts';
import type { Tab } from '../browsers/tab.ts';
import type { Answers } from '../support/visitor.ts';

/** A person with a browser of any engine. Methods wait as long as needed. */
export interface EngineVisitor {
  readonly tab: Tab;
  /** The proxy between browser and server. */
  readonly relay: Relay;
  /** Opens a page, touches its form, if it has one, and waits until that is hydrated. */
  readonly visits: (path: string) => Promise<void>;
  readonly isHydrated: () => Promise<void>;
  readonly fills: (answers: Answers) => Promise<void>;
  /** Returns the current values of the controls, or of those of the given names. */
  readonly readValues: (...fields: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  readonly sends: () => Promise<void>;
  /** Presses a button by its name, once it is enabled. */
  readonly presses: (name: string) => Promise<void>;
  readonly picks: (...paths: readonly string[]) => Promise<void>;
  readonly sees: (text: string) => Promise<void>;
  readonly awaits: <Args extends readonly unknown[]>(
    what: string,
    holds: (...args: Args) => boolean,
    ...args: Args
  ) => Promise<void>;
  /** The name of the control that has focus, or the text of any other element. */
  readonly focus: () => Promise<string>;
  /** Returns what axe finds, colours included: `['label: <input name="name">']`. */
  readonly violations: () => Promise<readonly string[]>;
  readonly leaves: () => Promise<void>;
}

export async function createEngineVisitor(tab: Tab, origin: string): Promise<EngineVisitor> {
  const { engine } = tab;
  const relay = await openRelay(origin);
  await tab.resize(1280, 900);
  const awaitCondition: EngineVisitor['awaits'] = (what, holds, ...args) =>
    waitUntil(
      `${what} in ${engine}`,
      () => tab.evaluate(holds, ...args).catch(isPageReplaced),
      () => tab.evaluate(readShown).catch(String),
    );
  const awaitHydration = () => awaitCondition('a form that scripts have taken over', isHydratedPage);
  return {
    tab,
    relay,
    awaits: awaitCondition,
    isHydrated: awaitHydration,
    async visits(path) {
      await tab.goto(relay.url + path);
      await awaitHydration();
    },
    async fills(answers) {
      for (const [field, value] of Object.entries(answers)) await enterAnswer(tab, field, value);
    },
    readValues: (...fields) => tab.evaluate(readControlValues, fields),
    sends: () => tab.click(`${section} button[type="submit"]`),
    async presses(name) {
      await awaitCondition(`a button "${name}"`, markButton, name);
      await tab.click('[data-pressed]');
    },
    picks: (...paths) => tab.upload(`${section} input[type="file"]`, paths),
    sees: (text) => awaitCondition(`the text "${text}"`, isShown, text),
    focus: () => tab.evaluate(describeFocus),
    violations: () => findViolations(tab),
    async leaves() {
      await tab.evaluate(flushComplaints).catch(() => undefined);
      await tab.close();
      await relay.close();
    },
  };
}

const section = '[data-testid="contact-form"]';

/** Longer than anything takes on a busy machine. */
const longestWaitMs = 170_000;

/** Waits for a condition; `describeState` returns the actual state for the error message. */
async function waitUntil(
  what: string,
  holds: () => Promise<boolean>,
  describeState: () => Promise<string>,
): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  while (!(await holds())) {
    if (Date.now() > deadline)
      throw new Error(
        `Waited ${longestWaitMs / 1000} s in vain for ${what}; there is ${await describeState()}`,
      );
    await wait(50);
  }
}

/**
 * Returns false for the errors of a page that is being replaced.
 * @throws Any other error.
 */
function isPageReplaced(error: unknown): false {
  if (/destroyed|discarded|no such frame/i.test(String(error))) return false;
  throw error;
}

async function enterAnswer(tab: Tab, field: string, value: string | number | boolean): Promise<void> {
  const control = `${section} [name="${field}"]`;
  const kind = await tab.evaluate((selector) => {
    const element = document.querySelector(selector);
    return element instanceof HTMLInputElement ? element.type : (element?.localName ?? '');
  }, control);
  if (kind === 'select') await tab.choose(control, String(value));
  else if (kind === 'radio') await tab.click(`${control}[value="${value}"]`);
  else if (kind === 'checkbox') await tab.click(control);
  else await tab.type(control, String(value));
}

/** Runs in the page, like all functions below. Touches a form that is not hydrated. */
function isHydratedPage(): boolean {
  const form = document.querySelector<HTMLElement>('#slipway-form');
  if (form?.firstElementChild == null || document.scripts.length === 0) return true;
  if (form.dataset.hydration === 'done') return true;
  form.firstElementChild.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  return false;
}

/** Returns the visible text with the values of inputs, and what has the focus. */
function readShown(): string {
  const inputs = [...document.querySelectorAll('input')].map(({ value }) => value);
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden, and what scripts hold, is not seen.
  const text = document.body?.innerText ?? '';
  const focus = `${document.hasFocus()}: ${document.activeElement?.outerHTML.slice(0, 150)}`;
  return JSON.stringify({ page: location.href, focus, text: text.slice(0, 2000), inputs });
}

/** A page that has only begun to load has no body yet. */
function isShown(text: string): boolean {
  const body: HTMLElement | null = document.body;
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden, and what scripts hold, is not seen.
  return body?.innerText.includes(text) ?? false;
}

function markButton(name: string): boolean {
  for (const old of document.querySelectorAll('[data-pressed]')) old.removeAttribute('data-pressed');
  const buttons = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility());
  const readLabel = (text: string | null) => text?.replaceAll(/\s+/g, ' ').trim();
  const button = buttons.find((one) => readLabel(one.ariaLabel ?? one.textContent) === name);
  if (button === undefined || button.disabled) return false;
  button.setAttribute('data-pressed', '');
  return true;
}

function readControlValues(fields: readonly string[]): Record<string, unknown> {
  const form = document.querySelector('[data-testid="contact-form"] form') as HTMLFormElement | null;
  return Object.fromEntries(
    fields.map((field) => {
      const control = form?.elements.namedItem(field);
      if (control instanceof HTMLInputElement && control.type === 'checkbox') return [field, control.checked];
      return [field, control && 'value' in control ? control.value : undefined];
    }),
  );
}

function describeFocus(): string {
  const element = document.activeElement;
  return element?.getAttribute('name') ?? element?.textContent ?? '';
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function findViolations(tab: Tab): Promise<readonly string[]> {
  // `evaluate` works in spite of the page's security policy.
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.evaluate(new Function(axe) as () => void);
  return tab.evaluate(async () => {
    // Colours during an animation are not judged.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { violations: found } = await window.axe.run(document);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
