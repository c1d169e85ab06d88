import type { Page as BrowserPage } from 'playwright-core';
import { describe } from 'vitest';
import type { Page } from '../../src/server/forms/content/content.ts';
import { type DrawnForm, toDrawnForm } from '../scenarios/drawn-form.ts';
import { type ExpectedForm, getExpectedForm } from '../scenarios/oracle.ts';
import { controlRoles, readAccessibilityTree } from '../support/accessibility-tree.ts';
import { createVisitSituation, loadDemoContent } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();
const content = loadDemoContent();

/** The pages with a form in one step: forms with several steps are tested in steps.test.ts. */
export const pagesWithForm: readonly Page[] = content.pages.filter(
  (page) => getExpectedForm(createVisitSituation(content, page)).isSectionShown && !page.inSteps,
);

/**
 * Declares a journey for each of these pages: its controls, initially and after an empty send.
 *
 * @param typesOf Returns the ids of the types to choose on an inline page.
 */
export function describeRulesOnPages(
  chosen: readonly Page[],
  typesOf: (opening: ExpectedForm) => readonly number[],
): void {
  describe('a page', () => {
    it.for(chosen)(
      'asks for each type what docs/behaviour.md says, and says it to everybody: $path',
      async (page, { visitor, expect }) => {
        await visitor.visits(page.path);
        if (page.placement === 'modal') await visitor.opensDialog();
        const opening = getExpectedForm(createVisitSituation(content, page));
        await expect.poll(() => readDrawnForm(visitor.page)).toEqual(toDrawnForm(opening, page.locale));
        for (const type of page.placement === 'inline' ? typesOf(opening) : [opening.type]) {
          if (page.placement === 'inline') await visitor.chooses('enquiry_type', type ?? '');
          const expected = getExpectedForm(createVisitSituation(content, page, { enquiry_type: type }));
          await expect
            .poll(() => readDrawnForm(visitor.page), { message: `type ${type}` })
            .toEqual(toDrawnForm(expected, page.locale));
          await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
          expect(await findBrokenReferences(visitor), `type ${type}`).toEqual([]);
          const { required, office } = expected;
          const before = (await readAccessibilityTree(visitor)).filter(({ role }) => controlRoles.has(role));
          expect(before.filter(({ name }) => name === '')).toEqual([]);
          expect(before.filter(({ states }) => states.includes('invalid'))).toEqual([]);
          const mustBe = before.filter(({ states }) => states.includes('required'));
          expect(listExpectedFields(mustBe), `required, type ${type}`).toEqual(
            [...required, ...listTypeFields(page)].sort(),
          );

          await visitor.sends();
          await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
          expect(await findBrokenReferences(visitor), `type ${type}, sent`).toEqual([]);
          const wrong = (await readAccessibilityTree(visitor)).filter(({ states }) =>
            states.includes('invalid'),
          );
          const missing = required.filter((field) => field !== 'office_location' || office === undefined);
          expect(listExpectedFields(wrong), `wrong, type ${type}`).toEqual(missing);
          const descriptions = wrong.map(({ description }) => description);
          for (const { description } of wrong.filter(({ role }) => role !== 'radiogroup'))
            expect(description).not.toBe('');
          expect(await findUndescribedMessages(visitor, descriptions)).toEqual([]);
        }
      },
    );
  });
}

/** The type is always required and chosen, except in modal pages. */
function listTypeFields({ placement }: Page): readonly string[] {
  return placement === 'modal' ? [] : ['enquiry_type'];
}

function listExpectedFields(heard: readonly { readonly field: string | undefined }[]): readonly string[] {
  return [...new Set(heard.map(({ field }) => field ?? ''))].sort();
}

/** Returns dangling references between elements, and duplicate ids. */
function findBrokenReferences({ page }: Visitor): Promise<readonly string[]> {
  return page.evaluate(() => {
    const attributes = [
      'for',
      'aria-labelledby',
      'aria-describedby',
      'aria-errormessage',
      'aria-controls',
      'commandfor',
    ];
    const dangling = attributes.flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
        (element.getAttribute(attribute) ?? '')
          .split(/\s+/)
          .filter((id) => document.getElementById(id) === null)
          .map((id) => `${attribute}="${id}" leads nowhere`),
      ),
    );
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const shared = ids.filter((id, index) => ids.indexOf(id) !== index);
    return [...dangling, ...shared.map((id) => `several elements have the id "${id}"`)];
  });
}

/** Returns visible messages that describe no control. */
async function findUndescribedMessages(
  { page }: Visitor,
  descriptions: readonly string[],
): Promise<readonly string[]> {
  const messages = await page.locator('.sw-error').allTextContents();
  return messages.filter((message) => !descriptions.some((description) => description.includes(message)));
}

/** Returns a drawn form in the format of `getExpectedForm`. */
function readDrawnForm(page: BrowserPage): Promise<DrawnForm> {
  return page.getByTestId('contact-form').evaluate((section) => {
    const controls = [...section.querySelectorAll<HTMLInputElement>('[name]:not([type="hidden"])')].filter(
      (control) => control.closest('[aria-hidden="true"], .sw-trap') === null,
    );
    const ofName = (name: string) => controls.find((control) => control.name === name);
    const names = [...new Set(controls.map(({ name }) => name))];
    const options = (name: string) => {
      const control = ofName(name);
      return control instanceof HTMLSelectElement
        ? [...control.options].filter(({ value }) => value !== '')
        : undefined;
    };
    const dropdown = ofName('enquiry_type');
    // Of radio buttons, the group has the attribute.
    const isRequired = (name: string) => {
      const control = ofName(name);
      return (control?.closest('[role="radiogroup"]') ?? control)?.matches(
        '[required], [aria-required="true"]',
      );
    };
    const isConcealed = dropdown?.closest('.sw-field--concealed') != null;
    return {
      typeDropdown: dropdown === undefined ? 'hidden' : isConcealed ? 'concealed' : 'shown',
      ...(dropdown && {
        type: Number(dropdown.value),
        types: options('enquiry_type')?.map(({ value }) => Number(value)),
      }),
      fields: names.filter((name) => name !== 'enquiry_type' && name !== 'upload').sort(),
      required: names.filter((name) => name !== 'enquiry_type' && isRequired(name)).sort(),
      offices: options('office_location')?.map(({ text }) => text),
      office: ofName('office_location')?.value ?? '',
      interests: options('interested_in')?.map(({ value }) => value),
    };
  });
}
