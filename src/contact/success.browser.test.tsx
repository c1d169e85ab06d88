import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import type { ContactFormSectionProps } from './props.ts';
import type { Receipt } from './section-data.ts';
import { type BackEnd, createAcceptedResponse, startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import { fillGeneral, locateSection, sendButton } from './testing/visitor.ts';

describe('an accepted enquiry', () => {
  let backEnd: BackEnd;
  const conversions: unknown[] = [];
  const hear = (event: Event) => void conversions.push((event as CustomEvent).detail);

  beforeEach(() => {
    sessionStorage.clear();
    backEnd = startBackEnd();
    conversions.length = 0;
    addEventListener('slipway:conversion', hear);
  });
  afterEach(() => {
    removeEventListener('slipway:conversion', hear);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const send = async (more: Partial<ContactFormSectionProps> = {}) => {
    await render(<ContactFormSection {...createSectionProps(more)} />);
    await fillGeneral();
    await sendButton().click();
    await expect.poll(() => locateSection().element().querySelector('form')).toBe(null);
  };

  it('is thanked for in the place of the form, with focus on the heading', async () => {
    await send({ hasSocialIcons: true });
    const heading = locateSection().getByRole('heading', { name: 'Fair winds' });
    await expect.element(heading).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(heading.element());
    await expect.element(locateSection().getByText('We have your enquiry.')).toBeVisible();
    await expect
      .element(locateSection().getByRole('heading', { name: 'Write to us' }))
      .not.toBeInTheDocument();
    await expectNoViolations(locateSection().element());
    expectReferencesToResolve(locateSection().element());
  });

  it('is thanked for if the page fails to handle it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await send({
      onSuccess: () => {
        throw new Error('of the page');
      },
    });
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    await expect.poll(() => logged.mock.calls.length).toBe(1);
    expect(logged.mock.calls[0]?.[0]).toContain('The page has failed');
  });

  it("is thanked for in the landing page's words where it has some", async () => {
    await send({ landingData: { thank_you_heading: 'Ahoy', thank_you_message: 'Soon.\n\nVery soon.' } });
    await expect.element(locateSection().getByRole('heading', { name: 'Ahoy' })).toBeVisible();
    await expect.element(locateSection().getByText('Very soon.')).toBeVisible();
  });

  it("is thanked for in the form's own words where the content has none", async () => {
    await send({ contactForm: {} });
    await expect
      .element(locateSection().getByRole('heading', { name: 'Thank you. Your message is on its way.' }))
      .toBeVisible();
  });

  it('shows the reference that the back end gives', async () => {
    backEnd.answer('sendContactUs', () => createAcceptedResponse({ reference: 'SW-7Q2F' }));
    await send();
    await expect.element(locateSection().getByText('SW-7Q2F', { exact: true })).toBeVisible();
    expect(locateSection().element().querySelector('.sw-reference')?.textContent).toBe(
      'Your reference is SW-7Q2F.',
    );
  });

  it('is announced to the page once, with its type', async () => {
    const dataLayer: unknown[] = [];
    vi.stubGlobal('dataLayer', dataLayer);
    const heard: Receipt[] = [];
    await send({ onSuccess: (receipt) => heard.push(receipt) });
    expect(conversions).toEqual([{ enquiryType: 3 }]);
    expect(dataLayer).toEqual([{ event: 'enquiry_sent', enquiry_type: 3 }]);
    expect(heard).toEqual([{ enquiryType: 3 }]);
  });

  it('takes its photos along: the next enquiry begins without any', async () => {
    const photos = createPhotos({ endpoint: '/graphql', text: (key) => key });
    const clear = vi.fn(photos.clear);
    await send({ photos: { ...photos, clear } });
    expect(clear).toHaveBeenCalledOnce();
  });

  it('announces nothing where the send failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backEnd.answer('sendContactUs', () => new Response('', { status: 500 }));
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.poll(() => backEnd.seen).toHaveLength(1);
    await expect.element(sendButton()).not.toHaveAttribute('aria-disabled');
    expect(conversions).toEqual([]);
  });

  it('brings the thanks into view', async () => {
    const spacer = document.createElement('div');
    spacer.className = 'spacer';
    const style = document.createElement('style');
    style.textContent = '.spacer {block-size: 2000px} section {min-block-size: 3000px}';
    document.body.prepend(style, spacer);
    await send();
    await expect.poll(() => Math.round(locateSection().element().getBoundingClientRect().top)).toBe(90);
    style.remove();
    spacer.remove();
  });
});
