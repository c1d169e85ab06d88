import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { type BackEnd, createHeldAnswer, startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import { findFieldControl, locateSection, pickOption, sendButton, typeText } from './testing/visitor.ts';

const titles = (...list: readonly string[]) => Response.json({ data: { getFutureEventTitles: list } });
const offered = () =>
  [...(findFieldControl('interested_in') as unknown as HTMLSelectElement).options].map(({ value }) => value);

describe('an event enquiry', () => {
  let backEnd: BackEnd;
  const asked = () => backEnd.getRequests('getFutureEventTitles');

  beforeEach(() => {
    sessionStorage.clear();
    backEnd = startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('fetches the titles when the type becomes event, with the select disabled meanwhile', async () => {
    const { answer, release } = createHeldAnswer();
    backEnd.answer('getFutureEventTitles', answer);
    await render(<ContactFormSection {...createSectionProps({ locale: 'en-GB' })} />);
    expect(asked()).toHaveLength(0);
    await pickOption('enquiry_type', 9);
    await expect.poll(() => findFieldControl('interested_in')?.disabled).toBe(true);
    expect(findFieldControl('interested_in')?.textContent).toContain('loading..');
    await expectNoViolations(locateSection().element());
    expectReferencesToResolve(locateSection().element());
    release(titles('Boat show', 'Open day'));
    await expect.poll(offered).toEqual(['', 'Boat show', 'Open day']);
    expect(findFieldControl('interested_in')?.disabled).toBe(false);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.variables).toEqual({ domain: 'yard.example' });
    expect(asked()[0]?.headers.get('Accept-Language')).toBe('en-GB');
  });

  it('fetches them once, and keeps the choice through other types', async () => {
    backEnd.answer('getFutureEventTitles', () => titles('Boat show'));
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('enquiry_type', 9);
    await expect.poll(offered).toEqual(['', 'Boat show']);
    await pickOption('interested_in', 'Boat show');
    await pickOption('enquiry_type', 6);
    expect(findFieldControl('interested_in')?.value).toBe('');
    await pickOption('enquiry_type', 9);
    expect(findFieldControl('interested_in')?.value).toBe('Boat show');
    expect(asked()).toHaveLength(1);
  });

  it('can be sent without a title where none could be fetched, and asks again when the type returns', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backEnd.answer('getFutureEventTitles', () => new Response('', { status: 503 }));
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('enquiry_type', 9);
    await expect.poll(() => asked().length).toBe(1);
    await expect.poll(() => findFieldControl('interested_in')?.disabled).toBe(false);
    expect(offered()).toEqual(['']);
    await expectNoViolations(locateSection().element());
    backEnd.answer('getFutureEventTitles', () => titles('Boat show'));
    await pickOption('enquiry_type', 3);
    await pickOption('enquiry_type', 9);
    await expect.poll(offered).toEqual(['', 'Boat show']);

    await typeText('name', 'Ann');
    await typeText('email', 'ann@example.com');
    await typeText('message', 'In May.');
    await sendButton().click();
    await expect.poll(() => backEnd.getRequests('sendContactUs')).toHaveLength(1);
    expect(backEnd.getRequests('sendContactUs')[0]?.variables.interested_in).toBe(null);
  });

  it('fetches nothing where the titles came with the page', async () => {
    const props = createSectionProps({
      enquiryTypes: [{ id: 9, name: 'Event' }],
      futureEventTitles: ['Open day'],
    });
    await render(<ContactFormSection {...props} />);
    expect(offered()).toEqual(['', 'Open day']);
    expect(asked()).toHaveLength(0);
  });

  it('offers the title of its page alone, chosen from the start', async () => {
    const enquiryTypes = [
      { id: 9, name: 'Event' },
      { id: 3, name: 'General' },
    ];
    await render(
      <ContactFormSection {...createSectionProps({ enquiryTypes, eventTitle: 'Launch of the Osprey' })} />,
    );
    expect(findFieldControl('interested_in')?.value).toBe('Launch of the Osprey');
    expect(offered().filter((value) => value !== '')).toEqual(['Launch of the Osprey']);
    expect(asked()).toHaveLength(0);
  });

  it('drops titles that come after the type has changed again', async () => {
    const { answer, release } = createHeldAnswer();
    backEnd.answer('getFutureEventTitles', answer);
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('enquiry_type', 9);
    await expect.poll(() => asked().length).toBe(1);
    await pickOption('enquiry_type', 3);
    backEnd.answer('getFutureEventTitles', () => titles('Fresh'));
    release(titles('Stale'));
    await pickOption('enquiry_type', 9);
    await expect.poll(offered).toEqual(['', 'Fresh']);
  });
});
