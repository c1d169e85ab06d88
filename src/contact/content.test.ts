import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import { createSampleDocuments } from '../../test/support/sample-documents.ts';
import { getHeaderContent, getSocials, getThankYouContent } from './content.ts';

const form = compileTestForm(
  createSampleDocuments({
    type: 'object',
    title: 'Registration',
    description: 'It takes a minute.',
    properties: { name: { type: 'string' } },
  }),
);
const several = compileTestForm(readFrozenDocuments());
const site = { id: 1, domain: 'yard.example' };
const words = { formTitle: 'Write to us', formCopy: 'We answer.', thankYouHeading: 'Thanks' };

describe('getHeaderContent', () => {
  it('shows title and copy unless they are switched off', () => {
    expect(getHeaderContent({ contactForm: words, site, form })).toEqual({
      kind: 'plain',
      title: 'Write to us',
      copy: 'We answer.',
    });
    expect(getHeaderContent({ contactForm: words, site, form, hasFormTitle: false })).toEqual({
      kind: 'plain',
      copy: 'We answer.',
    });
    expect(
      getHeaderContent({ contactForm: words, site, form, hasFormTitle: false, hasFormCopy: false }),
    ).toBe(undefined);
  });

  it('lets a dealer header take the place of title and copy', () => {
    const contactForm = { ...words, dealerHeading: 'Poole', dealerImage: '/poole.jpg' };
    expect(getHeaderContent({ contactForm, site, form })).toEqual({
      kind: 'dealer',
      title: 'Poole',
      image: '/poole.jpg',
    });
  });

  it.each([
    ['dealerImage', '/poole.jpg', { image: '/poole.jpg' }],
    ['dealerHeading', 'Poole', { title: 'Poole' }],
    ['dealerHeading_copy', 'By the quay.', { copy: 'By the quay.' }],
  ])('is a dealer header by any part of it alone: %s', (key, given, header) => {
    expect(getHeaderContent({ contactForm: { ...words, [key]: given }, site, form })).toEqual({
      kind: 'dealer',
      ...header,
    });
  });

  it("puts a landing page's words in place of the content's, each on its own", () => {
    expect(
      getHeaderContent({ contactForm: words, site, form, landingData: { form_title: 'Spring offer' } }),
    ).toEqual({
      kind: 'plain',
      title: 'Spring offer',
      copy: 'We answer.',
    });
  });

  it('has the title and the description of the only schema where the content has neither', () => {
    const own = { kind: 'plain', title: 'Registration', copy: 'It takes a minute.' };
    expect(getHeaderContent({ contactForm: {}, site, form })).toEqual(own);
    expect(getHeaderContent({ contactForm: { formTitle: ' ' }, site, form })).toEqual(own);
    expect(getHeaderContent({ contactForm: { formTitle: 'Join' }, site, form })).toEqual({
      kind: 'plain',
      title: 'Join',
    });
    expect(getHeaderContent({ contactForm: {}, site, form, hasFormCopy: false })).toEqual({
      kind: 'plain',
      title: 'Registration',
    });
    expect(getHeaderContent({ contactForm: {}, site, form: several })).toBeUndefined();
  });

  it('takes a blank override for none', () => {
    expect(
      getHeaderContent({ contactForm: words, site, form, landingData: { form_title: ' ', form_copy: null } }),
    ).toEqual({ kind: 'plain', title: 'Write to us', copy: 'We answer.' });
  });
});

describe('getThankYouContent', () => {
  it("prefers the landing page's words", () => {
    const landingData = { thank_you_heading: 'Ahoy', thank_you_message: 'Soon.' };
    expect(getThankYouContent({ contactForm: words, landingData })).toEqual({
      heading: 'Ahoy',
      copy: 'Soon.',
    });
    expect(getThankYouContent({ contactForm: words })).toEqual({ heading: 'Thanks' });
  });
});

describe('getSocials', () => {
  const instagram = { link: 'https://social.example/i', type: 'instagram' };

  it("takes the content's entries before the site's", () => {
    expect(getSocials({ contactForm: { site: { socials: [instagram] } }, site })).toEqual([instagram]);
    expect(getSocials({ contactForm: {}, site: { ...site, socials: [instagram] } })).toEqual([instagram]);
    const both = { contactForm: { site: { socials: [] } }, site: { ...site, socials: [instagram] } };
    expect(getSocials(both)).toEqual([]);
    expect(getSocials({ contactForm: {}, site })).toEqual([]);
  });
});
