import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { type BackEnd, held, startBackEnd } from './testing/back-end.ts';
import { inputs } from './testing/inputs.ts';
import { field, pick, section, sendButton, type } from './testing/visitor.ts';

const titles = (...list: readonly string[]) => Response.json({ data: { getFutureEventTitles: list } });
const offered = () =>
  [...(field('interested_in') as unknown as HTMLSelectElement).options].map(({ value }) => value);

describe('an event enquiry', () => {
  let backEnd: BackEnd;
  const asked = () => backEnd.seenOf('getFutureEventTitles');

  beforeEach(() => {
    sessionStorage.clear();
    backEnd = startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('fetches the titles when the type becomes event, with the select disabled meanwhile', async () => {
    const { answer, release } = held();
    backEnd.answer('getFutureEventTitles', answer);
    await render(<ContactFormSection {...inputs({ locale: 'en-GB' })} />);
    expect(asked()).toHaveLength(0);
    await pick('enquiry_type', 9);
    await expect.poll(() => field('interested_in')?.disabled).toBe(true);
    expect(field('interested_in')?.textContent).toContain('loading..');
    await expectNoViolations(section().element());
    expectReferencesToResolve(section().element());
    release(titles('Boat show', 'Open day'));
    await expect.poll(offered).toEqual(['', 'Boat show', 'Open day']);
    expect(field('interested_in')?.disabled).toBe(false);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.variables).toEqual({ domain: 'yard.example' });
    expect(asked()[0]?.headers.get('Accept-Language')).toBe('en-GB');
  });

  it('fetches them once, and keeps the choice through other types', async () => {
    backEnd.answer('getFutureEventTitles', () => titles('Boat show'));
    await render(<ContactFormSection {...inputs()} />);
    await pick('enquiry_type', 9);
    await expect.poll(offered).toEqual(['', 'Boat show']);
    await pick('interested_in', 'Boat show');
    await pick('enquiry_type', 6);
    expect(field('interested_in')?.value).toBe('');
    await pick('enquiry_type', 9);
    expect(field('interested_in')?.value).toBe('Boat show');
    expect(asked()).toHaveLength(1);
  });

  it('can be sent without a title where none could be fetched, and asks again when the type returns', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backEnd.answer('getFutureEventTitles', () => new Response('', { status: 503 }));
    await render(<ContactFormSection {...inputs()} />);
    await pick('enquiry_type', 9);
    await expect.poll(() => asked().length).toBe(1);
    await expect.poll(() => field('interested_in')?.disabled).toBe(false);
    expect(offered()).toEqual(['']);
    await expectNoViolations(section().element());
    backEnd.answer('getFutureEventTitles', () => titles('Boat show'));
    await pick('enquiry_type', 3);
    await pick('enquiry_type', 9);
    await expect.poll(offered).toEqual(['', 'Boat show']);

    await type('name', 'Ann');
    await type('email', 'ann@example.com');
    await type('message', 'In May.');
    await sendButton().click();
    await expect.poll(() => backEnd.seenOf('sendContactUs')).toHaveLength(1);
    expect(backEnd.seenOf('sendContactUs')[0]?.variables.interested_in).toBe(null);
  });

  it('fetches nothing where the titles came with the page', async () => {
    const props = inputs({ enquiryTypes: [{ id: 9, name: 'Event' }], futureEventTitles: ['Open day'] });
    await render(<ContactFormSection {...props} />);
    expect(offered()).toEqual(['', 'Open day']);
    expect(asked()).toHaveLength(0);
  });

  it('offers the title of its page alone, chosen from the start', async () => {
    const enquiryTypes = [
      { id: 9, name: 'Event' },
      { id: 3, name: 'General' },
    ];
    await render(<ContactFormSection {...inputs({ enquiryTypes, eventTitle: 'Launch of the Osprey' })} />);
    expect(field('interested_in')?.value).toBe('Launch of the Osprey');
    expect(offered().filter((value) => value !== '')).toEqual(['Launch of the Osprey']);
    expect(asked()).toHaveLength(0);
  });

  it('drops titles that come after the type has changed again', async () => {
    const { answer, release } = held();
    backEnd.answer('getFutureEventTitles', answer);
    await render(<ContactFormSection {...inputs()} />);
    await pick('enquiry_type', 9);
    await expect.poll(() => asked().length).toBe(1);
    await pick('enquiry_type', 3);
    backEnd.answer('getFutureEventTitles', () => titles('Fresh'));
    release(titles('Stale'));
    await pick('enquiry_type', 9);
    await expect.poll(offered).toEqual(['', 'Fresh']);
  });
});
