import type { Locator, Page } from 'playwright-core';

/**
 * Somebody's hands on a page: what they do is counted in actions. An action is a click, a key chord, or one text typed. Going to a control
 * is none, as pointing is none; by keyboard it is done for nothing but Tab and Shift+Tab, which `tabs` counts.
 */
export interface Hands {
  /** Presses a button, a link or a summary; ticks a box; chooses a radio button. */
  readonly presses: (target: Locator) => Promise<void>;
  /** Types a text in place of what stands there. */
  readonly types: (target: Locator, text: string) => Promise<void>;
  /** Chooses an option of a select by its words. */
  readonly chooses: (target: Locator, label: string) => Promise<void>;
  /** A key chord where the focus is: `Control+z`. */
  readonly chord: (keys: string) => Promise<void>;
  readonly actions: () => number;
  /** How often Tab or Shift+Tab was pressed; 0 with a mouse. */
  readonly tabs: () => number;
}

/** Journeys that are gone once by mouse and once by keyboard alone: `it.for(everyHands)(…)`. */
export const everyHands = ['mouse', 'keyboard'] as const;

/** The hands of somebody who works so. */
export function handsOn(page: Page, how: (typeof everyHands)[number]): Hands {
  return how === 'mouse' ? mouseOn(page) : keyboardOn(page);
}

function mouseOn(page: Page): Hands {
  let actions = 0;
  return {
    async presses(target) {
      actions += 1;
      await target.click();
    },
    async types(target, text) {
      actions += 1;
      await target.fill(text);
    },
    async chooses(target, label) {
      // It is opened, and an option is clicked.
      actions += 2;
      await target.selectOption({ label });
    },
    async chord(keys) {
      actions += 1;
      await page.keyboard.press(keys);
    },
    actions: () => actions,
    tabs: () => 0,
  };
}

/** More stops than any page has. */
const mostTabs = 600;

function keyboardOn(page: Page): Hands {
  let actions = 0;
  let tabs = 0;
  const chord = async (keys: string) => {
    actions += 1;
    await page.keyboard.press(keys);
  };

  /** Tabs to a control, the shorter way in the document. */
  async function reaches(target: Locator): Promise<void> {
    await target.waitFor();
    for (let count = 0; count < mostTabs; count++) {
      const where = await target.evaluate(wayTo);
      if (where === 'here') return;
      tabs += 1;
      await page.keyboard.press(where === 'before' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`Cannot reach ${target} by keyboard`);
  }

  return {
    async presses(target) {
      const kind = await target.evaluate((element) => (element as HTMLInputElement).type ?? '');
      if (kind === 'radio') return choosesRadio(target);
      await reaches(target);
      await chord(kind === 'checkbox' ? 'Space' : 'Enter');
    },
    async types(target, text) {
      await reaches(target);
      if ((await target.inputValue()) !== '') await chord('Control+a');
      actions += 1;
      await page.keyboard.insertText(text);
    },
    async chooses(target, label) {
      await reaches(target);
      actions += 1;
      await page.keyboard.type(label);
      if (!(await target.evaluate(isChosen, label))) throw new Error(`Typing does not choose “${label}”`);
    },
    chord,
    actions: () => actions,
    tabs: () => tabs,
  };

  /** Only one of a group is a stop of Tab; arrows go on from it. */
  async function choosesRadio(target: Locator): Promise<void> {
    const name = await target.getAttribute('name');
    const group = page.locator(`input[type="radio"][name="${name}"]`);
    const checked = group.and(page.locator(':checked'));
    const isAny = (await checked.count()) > 0;
    await reaches(isAny ? checked : group.first());
    if (!isAny) await chord('Space');
    for (let count = await group.count(); count > 0 && !(await target.isChecked()); count--)
      await chord('ArrowDown');
  }
}

function wayTo(target: Element): 'here' | 'before' | 'behind' {
  const { activeElement: now } = document;
  if (now === target) return 'here';
  const isBefore =
    now !== null &&
    now !== document.body &&
    Boolean(now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING);
  return isBefore ? 'before' : 'behind';
}

function isChosen(target: Element, label: string): boolean {
  return (target as HTMLSelectElement).selectedOptions[0]?.label === label;
}
