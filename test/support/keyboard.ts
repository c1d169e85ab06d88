import type { Locator, Page } from 'playwright-core';

/**
 * Operates a page by keyboard only, and counts actions. An action is a key chord, or one text typed. Tabbing
 * to a control does not count, as pointing does not.
 */
export interface Keyboard {
  /** Presses a button, a link or a summary; ticks a box; chooses a radio button. */
  readonly presses: (target: Locator) => Promise<void>;
  readonly types: (target: Locator, text: string) => Promise<void>;
  /** Chooses an option of a select by its label. */
  readonly chooses: (target: Locator, label: string) => Promise<void>;
  /** Presses a key chord where the focus is: `Control+z`. */
  readonly chord: (keys: string) => Promise<void>;
  readonly actions: () => number;
}

/** A limit above the number of tab stops of any page. */
const mostTabs = 600;

export function createKeyboard(page: Page): Keyboard {
  let actions = 0;
  const pressChord = async (keys: string) => {
    actions += 1;
    await page.keyboard.press(keys);
  };

  /** Tabs to a control in the shorter direction. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let count = 0; count < mostTabs; count++) {
      const where = await target.evaluate(compareToFocus);
      if (where === 'here') return;
      await page.keyboard.press(where === 'before' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`Cannot reach ${target} by keyboard`);
  }

  return {
    async presses(target) {
      const kind = await target.evaluate((element) => (element as HTMLInputElement).type ?? '');
      if (kind === 'radio') return choosesRadio(target);
      await tabTo(target);
      await pressChord(kind === 'checkbox' ? 'Space' : 'Enter');
    },
    async types(target, text) {
      await tabTo(target);
      if ((await target.inputValue()) !== '') await pressChord('Control+a');
      actions += 1;
      await page.keyboard.insertText(text);
    },
    async chooses(target, label) {
      await tabTo(target);
      actions += 1;
      await page.keyboard.type(label);
      if (!(await target.evaluate(isChosen, label))) throw new Error(`Typing does not choose “${label}”`);
    },
    chord: pressChord,
    actions: () => actions,
  };

  /** Only one radio button of a group is a tab stop; arrow keys move on from it. */
  async function choosesRadio(target: Locator): Promise<void> {
    const name = await target.getAttribute('name');
    const group = page.locator(`input[type="radio"][name="${name}"]`);
    const checked = group.and(page.locator(':checked'));
    const isAny = (await checked.count()) > 0;
    await tabTo(isAny ? checked : group.first());
    if (!isAny) await pressChord('Space');
    for (let count = await group.count(); count > 0 && !(await target.isChecked()); count--)
      await pressChord('ArrowDown');
  }
}

function compareToFocus(target: Element): 'here' | 'before' | 'behind' {
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
