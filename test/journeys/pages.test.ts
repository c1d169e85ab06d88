import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import type { Office } from '#engine';
import { type Expected, expectedOf } from '../scenarios/oracle.ts';
import { standingOut, violations } from '../support/accessibility.ts';
import { demonstration, situationOn } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();
const content = demonstration();
const paths = content.pages.map(({ path }) => path);
const modalPaths = content.pages.filter(({ placement }) => placement === 'modal').map(({ path }) => path);

describe.concurrent('every page', () => {
  it.for(['/', '/privacy-policy', '/not-there', ...paths])(
    'is accessible, and fits 320 px without scrolling sideways: %s',
    async (path, { visitor, expect }) => {
      if (path === '/not-there') visitor.expectsTrouble();
      await visitor.visits(path);
      expect(await violations(visitor.page)).toEqual([]);
      await visitor.page.setViewportSize({ width: 320, height: 640 });
      expect(await standingOut(visitor.page)).toEqual([]);
      if (modalPaths.includes(path)) {
        await visitor.opensDialog();
        expect(await violations(visitor.page)).toEqual([]);
        expect(await standingOut(visitor.page)).toEqual([]);
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

describe.concurrent('every form', () => {
  it.for(content.pages)(
    'asks for each type what the specification says, of the offices that it says: $path',
    async (page, { visitor, expect }) => {
      await visitor.visits(page.path);
      const opening = expectedOf(situationOn(content, page));
      expect(await visitor.page.getByTestId('contact-form').count()).toBe(opening.isSectionShown ? 1 : 0);
      if (!opening.isSectionShown) return;
      if (page.placement === 'modal') await visitor.opensDialog();
      expect(await drawn(visitor.page)).toEqual(wording(opening, page.locale));
      for (const type of page.placement === 'inline' ? opening.types : [opening.type]) {
        if (page.placement === 'inline') await visitor.chooses('enquiry_type', type ?? '');
        const expected = expectedOf(situationOn(content, page, { enquiry_type: type }));
        await expect
          .poll(() => drawn(visitor.page), { message: `type ${type}` })
          .toEqual(wording(expected, page.locale));
      }
    },
  );
});

/** What `drawn` finds where the specification is followed. */
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
function drawn(page: Page) {
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
    const isRequired = (name: string) => ofName(name)?.matches('[required], [aria-required="true"]');
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

/** "Its options are sorted alphabetically by "name - title"" (specification, section 5), in the language of the page. */
function inOrder(offices: readonly Office[], locale = 'en'): readonly Office[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  return [...offices].sort((one, other) => collator.compare(labelOf(one), labelOf(other)));
}

function labelOf({ name, title }: Office): string {
  return title ? `${name} - ${title}` : name;
}
