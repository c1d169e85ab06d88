import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toClientForm } from '#engine';
import { loadNestedFields } from '#widgets/nested/load-nested-fields.ts';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { createTestForm } from '#widgets/testing/forms.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { type BackEnd, startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import { findFieldControl, getFieldDescription, locateSection, typeText } from './testing/visitor.ts';

const form = toClientForm(
  createTestForm(
    {
      required: ['boat'],
      properties: {
        boat: { type: 'string', maxLength: 20 },
        email: { type: 'string' },
        phone: { type: 'string' },
      },
      anyOf: [{ required: ['email'] }, { required: ['phone'] }],
    },
    {
      'ui:steps': [
        { name: 'berth', fields: ['boat', 'email'] },
        { name: 'contact', fields: ['phone'] },
      ],
    },
    { 'texts/en.json': { 'steps.berth.title': 'Your berth', 'steps.contact.title': 'Contact' } },
  ),
  { locale: 'en' },
);

const steps = () =>
  createSectionProps({
    form,
    enquiryTypes: [{ id: 1, name: 'Sample' }],
    inSteps: true,
    submissionUrl: undefined,
  });
const goOn = () => page.getByRole('button', { name: 'Continue' }).click();
const send = () => page.getByRole('button', { name: 'Send message' }).click();
const sees = (name: RegExp) => expect.element(locateSection().getByRole('heading', { name })).toBeVisible();

describe('a form in steps', () => {
  let backEnd: BackEnd;
  const address = location.href;

  beforeEach(() => {
    sessionStorage.clear();
    backEnd = startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    history.replaceState(null, '', address);
  });

  it('draws one step at a time, and sends what all of them hold', async () => {
    await render(<ContactFormSection {...steps()} />);
    await sees(/Step 1 of 3 Your berth/);
    expect(findFieldControl('phone')).toBe(null);
    await typeText('boat', 'Wren');
    await typeText('email', 'ann@example.com');
    await goOn();
    await sees(/Step 2 of 3 Contact/);
    await expect.poll(() => document.activeElement?.textContent).toMatch(/Step 2 of 3/);
    expect(findFieldControl('boat')).toBe(null);
    await expectNoViolations(locateSection().element());
    await typeText('phone', '01202');
    await goOn();
    await sees(/Check your answers/);
    await expectReferencesToResolve(locateSection().element());
    await send();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    const [sent] = backEnd.getRequests('sendContactUs');
    expect(sent?.variables).toMatchObject({ boat: 'Wren', email: 'ann@example.com', phone: '01202' });
    expect(String(sent?.variables.submission_url)).not.toContain('step=');
  });

  it('moves the focus to the heading of the step that the browser’s Back leads to', async () => {
    await render(<ContactFormSection {...steps()} />);
    await typeText('boat', 'Wren');
    await goOn();
    await sees(/Step 2 of 3 Contact/);
    await typeText('phone', '01202');
    history.back();
    const heading = locateSection().getByRole('heading', { name: /Step 1 of 3 Your berth/ });
    await expect.element(heading).toHaveFocus();
  });

  it('shows the branch that was chosen again where a visitor comes back to its step', async () => {
    await loadNestedFields();
    const branch = (title: string, name: string) => ({
      type: 'object',
      title,
      properties: { [name]: { type: 'string', title: name } },
    });
    const drive = { title: 'Drive', oneOf: [branch('Motor', 'power'), branch('Sail', 'masts')] };
    const branched = toClientForm(
      createTestForm(
        { properties: { drive, phone: { type: 'string' } } },
        {
          'ui:steps': [
            { name: 'berth', fields: ['drive'] },
            { name: 'contact', fields: ['phone'] },
          ],
        },
        { 'texts/en.json': { 'steps.berth.title': 'Your berth', 'steps.contact.title': 'Contact' } },
      ),
      { locale: 'en' },
    );
    await render(<ContactFormSection {...steps()} form={branched} />);
    await page.getByLabelText('Drive').selectOptions('Sail');
    await goOn();
    await sees(/Step 2 of 3 Contact/);
    await goOn();
    await sees(/Check your answers/);
    history.go(-2);
    await sees(/Step 1 of 3 Your berth/);
    await expect.element(page.getByLabelText('Drive')).toHaveDisplayValue('Sail');
  });

  it('comes to the step of what the server names, and says it there', async () => {
    const fields = [{ field: 'email', code: 'wrong-format', message: 'We cannot reach this address' }];
    const errors = [{ message: 'Refused', extensions: { code: 'BAD_USER_INPUT', fields } }];
    backEnd.answer('sendContactUs', () => Response.json({ data: null, errors }));
    await render(<ContactFormSection {...steps()} />);
    await typeText('boat', 'Wren');
    await typeText('email', 'ann@example.com');
    await goOn();
    await goOn();
    await send();
    await sees(/Your berth/);
    expect(getFieldDescription('email')).toContain('We cannot reach this address');
    await expect.poll(() => document.activeElement).toBe(findFieldControl('email'));
    await expect.poll(() => document.title).toMatch(/^Error: Step 1 of 3/);
    await typeText('email', 'ann@berry.example');
    await goOn();
    await sees(/Check your answers/);
  });

  it('judges all answers together when they are sent, and leads to what is wrong', async () => {
    await render(<ContactFormSection {...steps()} />);
    await typeText('boat', 'Wren');
    await goOn();
    await sees(/Contact/);
    await goOn();
    await sees(/Check your answers/);
    await send();
    await sees(/Your berth/);
    await expect.poll(() => document.activeElement).toBe(findFieldControl('email'));
    expect(getFieldDescription('email')).not.toBe('');
    expect(backEnd.getRequests('sendContactUs')).toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await sees(/Check your answers/);
  });

  it('forgets what was said of a step with the next', async () => {
    await render(<ContactFormSection {...steps()} />);
    await goOn();
    await expect.poll(() => findFieldControl('boat')?.getAttribute('aria-invalid')).toBe('true');
    await typeText('boat', 'Wren');
    await goOn();
    await sees(/Contact/);
    expect(locateSection().element().querySelector('[aria-invalid="true"]')).toBe(null);
  });

  it('is a form of one page where the page does not ask for steps', async () => {
    await render(<ContactFormSection {...{ ...steps(), inSteps: false }} />);
    await expect.poll(() => findFieldControl('phone')).not.toBe(null);
    expect(locateSection().element().querySelector('.sw-step')).toBe(null);
  });
});
