import { describe, expect, it } from 'vitest';
import { getHeaderContent, getSocials, getThankYouContent } from './content.ts';

const site = { id: 1, domain: 'yard.example' };
const words = { formTitle: 'Write to us', formCopy: 'We answer.', thankYouHeading: 'Thanks' };

describe('getHeaderContent', () => {
  it('shows title and copy unless they are switched off', () => {
    expect(getHeaderContent({ contactForm: words, site })).toEqual({
      kind: 'plain',
      title: 'Write to us',
      copy: 'We answer.',
    });
    expect(getHeaderContent({ contactForm: words, site, hasFormTitle: false })).toEqual({
      kind: 'plain',
      copy: 'We answer.',
    });
    expect(getHeaderContent({ contactForm: words, site, hasFormTitle: false, hasFormCopy: false })).toBe(
      undefined,
    );
  });

  it('lets a dealer header take the place of title and copy', () => {
    const contactForm = { ...words, dealerHeading: 'Poole', dealerImage: '/poole.jpg' };
    expect(getHeaderContent({ contactForm, site })).toEqual({
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
    expect(getHeaderContent({ contactForm: { ...words, [key]: given }, site })).toEqual({
      kind: 'dealer',
      ...header,
    });
  });

  it("puts a landing page's words in place of the content's, each on its own", () => {
    expect(
      getHeaderContent({ contactForm: words, site, landingData: { form_title: 'Spring offer' } }),
    ).toEqual({
      kind: 'plain',
      title: 'Spring offer',
      copy: 'We answer.',
    });
  });

  it('takes a blank override for none', () => {
    expect(
      getHeaderContent({ contactForm: words, site, landingData: { form_title: ' ', form_copy: null } }),
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
