import { describe } from 'vitest';
import { awaitUploader } from '../support/accessibility.ts';
import { formatAccessibilityTree, readAccessibilityTree } from '../support/accessibility-tree.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

/** A page for each enquiry type with the most questions. */
const forms = [
  ['general', '/contact'],
  ['careers', '/international/careers'],
  ['sales', '/sales/falmouth'],
  ['service', '/service/falmouth'],
  ['valuation', '/valuation'],
  ['event', '/international/events'],
] as const;

/**
 * A state of these forms with a snapshot of its accessibility tree in trees/. A person read each before it
 * was committed.
 */
type State = 'to be filled' | 'sent empty';

export function describeTrees(state: State): void {
  describe('what a screen reader is given', () => {
    it.for(forms)(`of a form ${state}: %s`, async ([type, path], { visitor, expect }) => {
      await openForm(visitor, path);
      if (state === 'sent empty') {
        await visitor.sends();
        await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
        // Announcements come after focus has moved.
        await expect.poll(() => visitor.announcements()).not.toEqual([]);
      }
      const tree = formatAccessibilityTree(await readAccessibilityTree(visitor));
      await expect(tree).toMatchFileSnapshot(
        `trees/${type}${state === 'sent empty' ? '-sent-empty' : ''}.txt`,
      );
    });
  });
}

/** Opens a form, and waits for lazy parts: choices, and the uploader. */
async function openForm(visitor: Visitor, path: string): Promise<void> {
  await visitor.visits(path);
  await awaitUploader(visitor.page);
  await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}
