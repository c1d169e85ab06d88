import type { Page as BrowserPage } from 'playwright-core';
import { describe } from 'vitest';
import type { Office } from '#engine';
import type { Page } from '../../src/server/content/content.ts';
import { type Expected, expectedOf } from '../scenarios/oracle.ts';
import { standingOut, violations } from '../support/accessibility.ts';
import { demonstration, situationOn } from '../support/content.ts';
import { controlRoles, heardOf } from '../support/heard.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();
const content = demonstration();
const showsForm = (page: Page) => expectedOf(situationOn(content, page)).isSectionShown;
// What is asked one step at a time is walked through in steps.long.test.ts.
const pagesWithForm = content.pages.filter((page) => showsForm(page) && !page.inSteps);
const pathsWithoutForm = content.pages.filter((page) => !showsForm(page)).map(({ path }) => path);

describe.concurrent('every page', () => {
  it.for(['/', '/privacy-policy', '/not-there', ...pathsWithoutForm])(
    'is accessible, and fits 320 px without scrolling sideways: %s',
    async (path, { visitor, expect }) => {
      if (path === '/not-there') visitor.expectsTrouble();
      await visitor.visits(path);
      expect(await visitor.page.getByTestId('contact-form').count()).toBe(0);
      expect(await faultsOf(visitor)).toEqual([]);
    },
  );

  // One visit for all that is said of a page: what it takes is to load it.
  it.for(pagesWithForm)(
    'is accessible, asks for each type what docs/behaviour.md says, and says it to everybody: $path',
    async (page, { visitor, expect }) => {
      await visitor.visits(page.path);
      expect(await faultsOf(visitor), 'as it opens').toEqual([]);
      if (page.placement === 'modal') {
        await visitor.opensDialog();
        expect(await faultsOf(visitor), 'the dialog').toEqual([]);
      }
      const opening = expectedOf(situationOn(content, page));
      expect(await drawn(visitor.page)).toEqual(wording(opening, page.locale));
      for (const type of page.placement === 'inline' ? opening.types : [opening.type]) {
        if (page.placement === 'inline') await visitor.chooses('enquiry_type', type ?? '');
        const expected = expectedOf(situationOn(content, page, { enquiry_type: type }));
        await expect
          .poll(() => drawn(visitor.page), { message: `type ${type}` })
          .toEqual(wording(expected, page.locale));
        await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        expect(await looseEnds(visitor), `type ${type}`).toEqual([]);
        const { required, office } = expected;
        const before = (await heardOf(visitor)).filter(({ role }) => controlRoles.has(role));
        expect(before.filter(({ name }) => name === '')).toEqual([]);
        expect(before.filter(({ states }) => states.includes('invalid'))).toEqual([]);
        const mustBe = before.filter(({ states }) => states.includes('required'));
        expect(fieldsOf(mustBe), `required, type ${type}`).toEqual([...required, ...typeOf(page)].sort());

        await visitor.sends();
        await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
        expect(await looseEnds(visitor), `type ${type}, sent`).toEqual([]);
        const wrong = (await heardOf(visitor)).filter(({ states }) => states.includes('invalid'));
        const missing = required.filter((field) => field !== 'office_location' || office === undefined);
        expect(fieldsOf(wrong), `wrong, type ${type}`).toEqual(missing);
        const descriptions = wrong.map(({ description }) => description);
        for (const { description } of wrong.filter(({ role }) => role !== 'radiogroup'))
          expect(description).not.toBe('');
        expect(await unheardMessages(visitor, descriptions)).toEqual([]);
      }
    },
  );

  it('would be found out if it were not', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.page.evaluate(() => {
      const image = document.createElement('img');
      image.setAttribute('style', 'display: block');
      image.width = 4000;
      document.querySelector('main')?.append(image);
    });
    expect(await violations(visitor.page)).toContainEqual(expect.stringMatching(/^image-alt: <img/));
    expect(await standingOut(visitor.page)).toContainEqual(expect.stringMatching(/^<img/));
    expect(visitor.troubles).toContainEqual(expect.stringMatching(/policy refused inline by style-src/));
  });
});

/** What axe finds on a page as it stands, and what stands out of it to a side where it is as narrow as a phone. */
async function faultsOf({ page }: Visitor): Promise<readonly string[]> {
  const found = await violations(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const out = await standingOut(page);
  if (size) await page.setViewportSize(size);
  return [...found, ...out];
}

/** The type is always asked for, and always chosen. */
function typeOf({ placement }: Page): readonly string[] {
  return placement === 'modal' ? [] : ['enquiry_type'];
}

function fieldsOf(heard: readonly { readonly field: string | undefined }[]): readonly string[] {
  return [...new Set(heard.map(({ field }) => field ?? ''))].sort();
}

/** References from one element to another that lead nowhere, and ids that several elements have. */
function looseEnds({ page }: Visitor): Promise<readonly string[]> {
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

/** Messages that can be seen, but that no control is described by. */
async function unheardMessages(
  { page }: Visitor,
  descriptions: readonly string[],
): Promise<readonly string[]> {
  const messages = await page.locator('.sw-error').allTextContents();
  return messages.filter((message) => !descriptions.some((description) => description.includes(message)));
}

/** What `drawn` finds where the form behaves as it should. */
function wording(expected: Expected, locale: string | undefined) {
  const { type, typeDropdown, types, fields, required, offered, isOfficeSelectShown, office, interests } =
    expected;
  const offices = isOfficeSelectShown ? inOrder(offered, locale).map(labelOf) : undefined;
  const names = fields.filter((name) => name !== 'upload');
  return {
    typeDropdown,
    ...(typeDropdown !== 'hidden' && { type, types }),
    fields: [...names, ...(offices ? ['office_location'] : [])].sort(),
    required,
    offices,
    office: String((offices && office) ?? ''),
    interests,
  };
}

/** What a form asks, in the words of `expectedOf`. */
function drawn(page: BrowserPage) {
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
    // Of radio buttons it is the group that says so.
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

/**
 * "Its options are sorted alphabetically by "name - title"" (docs/behaviour.md, "Offered offices"), in the language of the page.
 */
function inOrder(offices: readonly Office[], locale = 'en'): readonly Office[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  return [...offices].sort((one, other) => collator.compare(labelOf(one), labelOf(other)));
}

function labelOf({ name, title }: Office): string {
  return title ? `${name} - ${title}` : name;
}
