import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { moduleTimeoutMs } from './send/with-timeout.ts';
import { type BackEnd, createAcceptedResponse, createHeldAnswer, startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import {
  fillGeneral,
  findFieldControl,
  getFieldDescription,
  locateFailure,
  locateSection,
  pickOption,
  sendButton,
  typeText,
} from './testing/visitor.ts';

describe('sending an enquiry', () => {
  let backEnd: BackEnd;
  const sent = () => backEnd.getRequests('sendContactUs');

  beforeEach(() => {
    sessionStorage.clear();
    backEnd = startBackEnd();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('sends every form value, those of other types empty', async () => {
    await render(<ContactFormSection {...createSectionProps({ ticket: 'ticket-1', locale: 'en-GB' })} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    expect(sent()[0]?.variables).toEqual({
      domain: 'yard.example',
      submission_url: 'https://yard.example/contact',
      enquiry_type: 3,
      upload: [],
      office_location: 11,
      name: 'Ann Berry',
      email: 'ann@example.com',
      phone: null,
      message: 'When is the yard open?',
      interested_in: null,
      boat_make: null,
      boat_model: null,
      boat_location: null,
      hin_number: null,
      year: null,
      tax_paid_status: null,
      engine_hours: null,
      generator_hours: null,
      condition_of_boat: null,
      additional_information: null,
      address: null,
      accept_term: false,
    });
    expect(sent()[0]?.headers.get('Accept-Language')).toBe('en-GB');
    expect(sent()[0]?.headers.get('Slipway-Ticket')).toBe('ticket-1');
    expect(sent()[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends the address of the page where none is given, and no ticket where there is none', async () => {
    const { submissionUrl: _given, ...rest } = createSectionProps();
    await render(<ContactFormSection {...rest} />);
    await fillGeneral();
    await sendButton().click();
    await expect.poll(sent).toHaveLength(1);
    expect(sent()[0]?.variables.submission_url).toBe(location.href);
    expect(sent()[0]?.headers.has('Slipway-Ticket')).toBe(false);
  });

  it('is busy while it is under way, and takes no second click', async () => {
    const { answer, release } = createHeldAnswer();
    backEnd.answer('sendContactUs', answer);
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    const button = sendButton().element() as HTMLButtonElement;
    button.click();
    button.click();
    button.form?.requestSubmit();
    await expect.element(sendButton()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(locateSection().getByRole('status')).toHaveTextContent('Sending your message.');
    await expectNoViolations(locateSection().element());
    expectReferencesToResolve(locateSection().element());
    release(createAcceptedResponse());
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  describe.each([
    [
      'success: false',
      () => Response.json({ data: { sendContactUs: { success: false } } }),
      () => findFieldControl('name'),
    ],
    ['no JSON', () => new Response('<h1>It works!</h1>'), findOffer],
    [
      'status 500',
      () => Response.json({ data: { sendContactUs: { success: true } } }, { status: 500 }),
      () => findFieldControl('name'),
    ],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), findOffer],
  ])('when the back end gives %s', (_name, answer, findFocused) => {
    it('says so under the name, keeps everything, and lets it be tried again under the same key', async () => {
      backEnd.answer('sendContactUs', answer);
      await render(<ContactFormSection {...createSectionProps()} />);
      await fillGeneral();
      await sendButton().click();
      await expect.element(locateFailure()).toBeVisible();
      expect(getFieldDescription('name')).toContain('There was a problem. Please try again.');
      await expect.poll(findFocused).toBeTruthy();
      await expect.poll(() => document.activeElement).toBe(findFocused());
      expect(findFieldControl('message')?.value).toBe('When is the yard open?');
      await expectNoViolations(locateSection().element());
      expectReferencesToResolve(locateSection().element());

      backEnd.answer('sendContactUs', () => createAcceptedResponse());
      await expect.element(sendButton()).not.toHaveAttribute('aria-disabled');
      await sendButton().click();
      await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
      const [first, second] = sent();
      expect(second?.variables).toEqual(first?.variables);
      expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    });
  });

  it('takes a new key once something was edited after a failure, and the message away', async () => {
    backEnd.answer('sendContactUs', () => new Response('', { status: 502 }));
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
    await typeText('message', 'When is the yard closed?');
    await expect.element(locateFailure()).not.toBeInTheDocument();
    await sendButton().click();
    await expect.poll(sent).toHaveLength(2);
    const [first, second] = sent();
    expect(second?.variables.message).toBe('When is the yard closed?');
    expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
  });

  it('keeps the failure while the visitor only moves through the fields, and drops it at the next send', async () => {
    backEnd.answer('sendContactUs', () => new Response('', { status: 502 }));
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
    findFieldControl('email')?.focus();
    findFieldControl('message')?.focus();
    await expect.element(locateFailure()).toBeVisible();
    const { answer, release } = createHeldAnswer();
    backEnd.answer('sendContactUs', answer);
    await sendButton().click();
    await expect.element(locateFailure()).not.toBeInTheDocument();
    release(createAcceptedResponse());
  });

  it('keeps its key over a reload', async () => {
    backEnd.answer('sendContactUs', () => Promise.reject(new TypeError('Failed to fetch')));
    const first = await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
    await first.unmount();

    await render(<ContactFormSection {...createSectionProps()} />);
    expect(findFieldControl('message')?.value).toBe('When is the yard open?');
    await sendButton().click();
    await expect.poll(sent).toHaveLength(2);
    const [before, after] = sent();
    expect(after?.variables).toEqual(before?.variables);
    expect(after?.headers.get('Idempotency-Key')).toBe(before?.headers.get('Idempotency-Key'));
  });

  it('says when to try again after too many requests', async () => {
    backEnd.answer(
      'sendContactUs',
      () => new Response('', { status: 429, headers: { 'Retry-After': '130' } }),
    );
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
    await expect
      .element(locateSection().getByRole('alert'))
      .toHaveTextContent('You can send again in 3 minutes.');
    expect(getFieldDescription('name')).toBe('There was a problem. Please try again.');
  });

  it('announces by one region, which was there before and outlasts the form', async () => {
    const { answer, release } = createHeldAnswer();
    backEnd.answer('sendContactUs', answer);
    await render(<ContactFormSection {...createSectionProps()} />);
    const region = locateSection().getByRole('status').element();
    expect(region).toBeEmptyDOMElement();
    await fillGeneral();
    await sendButton().click();
    await expect.element(region).toHaveTextContent('Sending your message.');
    release(createAcceptedResponse());
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toHaveFocus();
    await expect.element(region).toHaveTextContent('Fair winds');
    expect(region.isConnected).toBe(true);
    expect(region.closest('[inert], [hidden], [aria-hidden="true"], [aria-busy="true"], form')).toBeNull();
  });

  it('announces that nothing was sent, and calls no answer wrong', async () => {
    backEnd.answer('sendContactUs', () => new Response('', { status: 500 }));
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    const status = locateSection().getByRole('status');
    await expect.element(status).toHaveTextContent('Your message has not been sent.');
    expect(locateSection().element().querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
    expect(getFieldDescription('name')).toBe('There was a problem. Please try again.');
  });

  it('stops waiting for a back end that never answers', async () => {
    const { form } = createSectionProps();
    const impatient = { ...form, settings: { ...form.settings, sendTimeoutMs: 1 } };
    backEnd.answer('sendContactUs', () => new Promise(() => undefined));
    await render(<ContactFormSection {...createSectionProps({ form: impatient })} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
  });

  it('shows what the server names beside the fields, until each is edited', async () => {
    const fields = [
      { field: 'email', code: 'wrong-format', message: 'We cannot reach this address' },
      { field: 'message', code: 'too-short', message: 'Say a little more' },
      { field: 'domain', code: 'unknown-domain', message: 'No site has this domain' },
    ];
    const errors = [{ message: 'Refused', extensions: { code: 'BAD_USER_INPUT', fields } }];
    backEnd.answer('sendContactUs', () => Response.json({ data: null, errors }));
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateFailure()).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(findFieldControl('name'));
    expect(findFieldControl('email')?.getAttribute('aria-invalid')).toBe('true');
    expect(getFieldDescription('email')).toContain('We cannot reach this address');
    expect(getFieldDescription('message')).toContain('Say a little more');
    await expect.element(locateSection().getByRole('alert')).toHaveTextContent('No site has this domain');
    await expectNoViolations(locateSection().element());

    await typeText('email', 'ann@berry.example');
    await expect.element(locateFailure()).not.toBeInTheDocument();
    expect(getFieldDescription('email')).toBe('');
    expect(getFieldDescription('message')).toContain('Say a little more');
  });

  it('says so above the button where the form has no field for the failure', async () => {
    const { form } = createSectionProps();
    const otherForm = { ...form, settings: { ...form.settings, failureField: 'boat_make' } };
    backEnd.answer('sendContactUs', () => new Response('', { status: 500 }));
    await render(<ContactFormSection {...createSectionProps({ form: otherForm })} />);
    await fillGeneral();
    await sendButton().click();
    const alert = locateSection().getByRole('alert');
    await expect.element(alert).toHaveTextContent('There was a problem. Please try again.');
    await expect.poll(() => document.activeElement).toBe(alert.element());
    expect(getFieldDescription('name')).toBe('');
    await expectNoViolations(locateSection().element());
  });

  it('still sends where the validators cannot be loaded, and tries them again', async () => {
    const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    await render(<ContactFormSection {...createSectionProps({ validators: { load } })} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    expect(sent()).toHaveLength(1);
    expect(load.mock.calls.length).toBeGreaterThan(1);
  });

  it('sends without the validators where they do not come in time', async () => {
    const load = () => new Promise<never>(() => undefined);
    await render(<ContactFormSection {...createSectionProps({ validators: { load } })} />);
    await fillGeneral();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    (sendButton().element() as HTMLButtonElement).click();
    await vi.advanceTimersByTimeAsync(moduleTimeoutMs);
    vi.useRealTimers();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  it('sends the preset of an office select that a modal hides, and nothing entered of another type', async () => {
    const { offices, enquiryTypes } = createSectionProps();
    const selectedOffice = offices?.[1] ?? null;
    await render(
      <ContactFormSection {...createSectionProps({ inModal: true, selectedOffice, enquiryTypes })} />,
    );
    await typeText('name', 'Ann Berry');
    await typeText('email', 'ann@example.com');
    await typeText('message', 'My bilge pump is loud.');
    await sendButton().click();
    await expect.poll(sent).toHaveLength(1);
    expect(sent()[0]?.variables).toMatchObject({ enquiry_type: 7, office_location: 12 });
  });

  it('keeps what both forms have through a change of type, and sends no answer that is not shown', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await pickOption('enquiry_type', 6);
    await pickOption('interested_in', 'Osprey 52');
    expect(findFieldControl('name')?.value).toBe('Ann Berry');
    expect(findFieldControl('message')?.value).toBe('When is the yard open?');
    expect(findFieldControl('office_location')?.value).toBe('11');
    await pickOption('enquiry_type', 7);
    await pickOption('office_location', 12);
    await pickOption('enquiry_type', 3);
    expect(findFieldControl('office_location')?.value).toBe('');
    await pickOption('enquiry_type', 7);
    expect(findFieldControl('office_location')?.value).toBe('12');
    await sendButton().click();
    await expect.poll(sent).toHaveLength(1);
    expect(sent()[0]?.variables).toMatchObject({
      enquiry_type: 7,
      office_location: 12,
      name: 'Ann Berry',
      interested_in: null,
    });
  });
});

/** Returns the message about a missing connection, below which the enquiry can be stored. */
function findOffer(): Element | null {
  return locateSection().element().querySelector('.sw-later-lead');
}
