import type { Locator, Page } from 'playwright-core';

/**
 * Operates a page by keyboard only, and counts actions. An action is a key chord, or one text typed. Tabbing
 * to a control does not count, as pointing does not.
 */
export interface Keyboard {
  /** Presses a button, a link or a summary; ticks a box; chooses a radio button. */
  readonly presses: (target: Locator) => Promise<void>;
  /** Types a text. That of a date field are its digits in the order of the browser: `12242099`. */
  readonly types: (target: Locator, text: string) => Promise<void>;
  /** Chooses an option of a select by its label. */
  readonly chooses: (target: Locator, label: string) => Promise<void>;
  /** Presses a key chord where the focus is: `Control+z`. */
  readonly chord: (keys: string) => Promise<void>;
  readonly actions: () => number;
  /** Returns how many times Tab or Shift+Tab was pressed. */
  readonly tabs: () => number;
  /**
   * Returns the faults of the focus so far: where it was lost after an action, so that the next Tab begins at the
   * top of the page, and controls that do not show it.
   */
  readonly faults: () => readonly string[];
}

/** A limit above the number of tab stops of any page. */
const mostTabs = 600;

export function createKeyboard(page: Page): Keyboard {
  let actions = 0;
  let tabs = 0;
  const faults: string[] = [];
  const pressChord = async (keys: string) => {
    actions += 1;
    await page.keyboard.press(keys);
  };

  /** Tabs to a control in the shorter direction. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    if (actions > 0 && (await page.evaluate(hasNoFocus))) faults.push(`Lost before ${target}`);
    for (let count = 0; count < mostTabs; count++) {
      const where = await target.evaluate(compareToFocus);
      if (where === 'here') {
        if (!(await target.evaluate(showsFocus))) faults.push(`Not shown by ${target}`);
        return;
      }
      tabs += 1;
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
      if ((await target.inputValue()) !== '' && !(await target.evaluate(isSelected)))
        await pressChord('Control+a');
      actions += 1;
      // The parts of a day take single keys only.
      if ((await target.getAttribute('type')) === 'date') await page.keyboard.type(text);
      else await page.keyboard.insertText(text);
    },
    async chooses(target, label) {
      await tabTo(target);
      actions += 1;
      await page.keyboard.type(label);
      if (!(await target.evaluate(isChosen, label))) throw new Error(`Typing does not choose “${label}”`);
    },
    chord: pressChord,
    actions: () => actions,
    tabs: () => tabs,
    faults: () => faults,
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

/** Returns true if typing replaces the whole text of the field. */
function isSelected(target: Element): boolean {
  const { value, selectionStart, selectionEnd } = target as HTMLInputElement;
  return selectionStart === 0 && selectionEnd === value.length;
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Returns true if the focused control, or the label around it, has an outline or, as a text field, a ring of shadow. */
function showsFocus(target: Element): boolean {
  return [target, target.closest('label')].some((element) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
}

function isChosen(target: Element, label: string): boolean {
  return (target as HTMLSelectElement).selectedOptions[0]?.label === label;
}
