import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { startBackEnd } from './testing/back-end.ts';
import { cowes, createSectionProps, poole } from './testing/inputs.ts';
import { findFieldControl, locateSection, pickOption } from './testing/visitor.ts';

const element = () => locateSection().element();

describe('ContactFormSection', () => {
  beforeEach(() => {
    sessionStorage.clear();
    startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('has the id and the test id that pages rely on, and a form that no browser posts by itself', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    expect(element().id).toBe('ContactFormSection');
    const form = element().querySelector('form');
    expect(form?.method).toBe('dialog');
    expect(form?.noValidate).toBe(true);
    const names = [...(form?.elements ?? [])].map((control) => control.getAttribute('name')).filter(Boolean);
    expect(names).toEqual([
      'enquiry_type',
      'office_location',
      'name',
      'email',
      'phone',
      'message',
      'extra_note',
    ]);
    expect(element().querySelectorAll('[style]')).toHaveLength(0);
  });

  it('shows title and copy in paragraphs, or leaves them out', async () => {
    const { rerender } = await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(locateSection().getByRole('heading', { name: 'Write to us' })).toBeVisible();
    expect([...element().querySelectorAll('.sw-copy p')].map((copy) => copy.textContent)).toEqual([
      'We answer within a day.',
      'On Sundays we sail.',
    ]);
    await rerender(
      <ContactFormSection {...createSectionProps({ hasFormTitle: false, hasFormCopy: false })} />,
    );
    expect(element().querySelector('header')).toBe(null);
    expect(element().getAttribute('aria-label')).toBe('Contact form');
  });

  it('lets the dealer header take the place of title and copy', async () => {
    const contactForm = {
      formTitle: 'Write to us',
      formCopy: 'We answer.',
      dealerHeading: 'Poole',
      dealerImage: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      dealerHeading_copy: 'On the quay.',
    };
    await render(<ContactFormSection {...createSectionProps({ contactForm })} />);
    await expect.element(locateSection().getByRole('heading', { name: 'Poole' })).toBeVisible();
    await expect.element(locateSection().getByText('On the quay.')).toBeVisible();
    expect(element().querySelector('header img')?.getAttribute('src')).toBe(contactForm.dealerImage);
    expect(element().textContent).not.toContain('Write to us');
    expect(element().textContent).not.toContain('We answer.');
    await expectNoViolations(element());
  });

  it("shows a landing page's words, and its type drop-down to those who do not see it alone", async () => {
    const landingData = { form_title: 'Spring refit', form_copy: 'Book early.' };
    await render(<ContactFormSection {...createSectionProps({ isForLanding: true, landingData })} />);
    await expect.element(locateSection().getByRole('heading', { name: 'Spring refit' })).toBeVisible();
    expect(findFieldControl('enquiry_type')?.closest('.sw-field--concealed')).not.toBe(null);
    await expectNoViolations(element());
  });

  it('is centred as a whole or in its header where that is asked for', async () => {
    const { rerender } = await render(<ContactFormSection {...createSectionProps({ showInCenter: true })} />);
    expect(element().classList).toContain('sw-section--centered');
    expect(element().querySelector('header')?.classList).not.toContain('sw-header--centered');
    await rerender(<ContactFormSection {...createSectionProps({ centerHeader: true })} />);
    expect(element().classList).not.toContain('sw-section--centered');
    expect(element().querySelector('header')?.classList).toContain('sw-header--centered');
  });

  it('links to the social pages in new tabs, by icon or by name', async () => {
    await render(<ContactFormSection {...createSectionProps({ hasSocialIcons: true })} />);
    const named = locateSection().getByRole('link', { name: 'Instagram (opens in a new tab)' });
    await expect.element(named).toBeVisible();
    const instagram = named.element();
    expect(instagram.getAttribute('href')).toBe('https://social.example/yard');
    expect(instagram.getAttribute('target')).toBe('_blank');
    expect(instagram.getAttribute('rel')).toBe('noopener');
    expect(instagram.querySelector('svg')).not.toBe(null);
    const harbour = locateSection().getByRole('link', { name: 'Harbour (opens in a new tab)' });
    await expect.element(harbour).toHaveTextContent('Harbour');
    await expectNoViolations(element());
    expectReferencesToResolve(element());
  });

  it('labels the button of a valuation "Submit" and links to the privacy policy in a new tab', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    expect(element().querySelector('a')).toBe(null);
    await pickOption('enquiry_type', 8);
    await expect.element(locateSection().getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
    const link = locateSection().getByRole('link', { name: 'Privacy policy', exact: true }).element();
    expect(link.getAttribute('href')).toBe('/privacy-policy');
    expect(link.getAttribute('target')).toBe('_blank');
    await expectNoViolations(element());
    expectReferencesToResolve(element());
  });

  it.each([3, 5, 6, 7, 8, 9])('is accessible as a form of type %d', async (id) => {
    const enquiryTypes = createSectionProps().enquiryTypes.filter((type) => type.id === id);
    await render(
      <ContactFormSection {...createSectionProps({ enquiryTypes, futureEventTitles: ['Boat show'] })} />,
    );
    await expectNoViolations(element());
    expectReferencesToResolve(element());
  });

  it('hides a field that only robots fill from everyone else', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    const honeypot = findFieldControl('extra_note');
    expect(honeypot?.tabIndex).toBe(-1);
    expect(honeypot?.autocomplete).toBe('off');
    expect(honeypot?.closest('[aria-hidden="true"]')).not.toBe(null);
  });

  it('opens with the type and the office that are preselected', async () => {
    await render(<ContactFormSection {...createSectionProps({ selectedOffice: cowes })} />);
    expect(findFieldControl('enquiry_type')?.value).toBe('7');
    expect(findFieldControl('office_location')?.value).toBe('12');
  });

  it('is not there without an eligible office, and says why in the console', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const offices = [{ ...poole, email: ' ' }];
    const { rerender } = await render(<ContactFormSection {...createSectionProps({ offices })} />);
    expect(locateSection().query()).toBe(null);
    expect(warned.mock.calls).toEqual([['The contact form section is hidden: by rule no-section']]);
    await rerender(<ContactFormSection {...createSectionProps({ offices, isForLanding: true })} />);
    expect(locateSection().query()).not.toBe(null);
  });

  it('is not there where no type is offered, and names the types that no form exists for, once', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const enquiryTypes = [{ id: 77, name: 'Charter' }];
    const { rerender } = await render(<ContactFormSection {...createSectionProps({ enquiryTypes })} />);
    await rerender(<ContactFormSection {...createSectionProps({ enquiryTypes })} />);
    expect(locateSection().query()).toBe(null);
    expect(warned).toHaveBeenCalledOnce();
    expect(warned.mock.calls[0]?.[0]).toBe(
      'Enquiry type 77 is not offered: no form exists for it; add one or take it from the content\nThe contact form section is hidden: no enquiry type is offered',
    );
  });

  it('marks the language of the form where it is not that of the page', async () => {
    const { rerender } = await render(<ContactFormSection {...createSectionProps({ locale: 'cy' })} />);
    expect(element().querySelector('form')?.lang).toBe('en');
    await rerender(<ContactFormSection {...createSectionProps({ locale: 'en-GB' })} />);
    expect(element().querySelector('form')?.hasAttribute('lang')).toBe(false);
    expect(page.getByTestId('contact-form').elements()).toHaveLength(1);
  });
});
