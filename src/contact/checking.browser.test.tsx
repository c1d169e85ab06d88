import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { type BackEnd, startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import {
  findFieldControl,
  getFieldDescription,
  locateSection,
  pickOption,
  sendButton,
  typeText,
} from './testing/visitor.ts';

const invalid = () =>
  [...locateSection().element().querySelectorAll('[aria-invalid="true"]')].map((control) =>
    control.getAttribute('name'),
  );

describe('checking an enquiry', () => {
  let backEnd: BackEnd;

  beforeEach(() => {
    sessionStorage.clear();
    backEnd = startBackEnd();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('checks nothing while a field is first being typed in', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await typeText('email', 'ann@');
    await typeText('name', ' ');
    findFieldControl('message')?.focus();
    expect(invalid()).toEqual([]);
    await expect.element(locateSection().getByRole('status')).toHaveTextContent('');
  });

  it('shows every problem at a submit, announces how many, and moves focus to the first', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await typeText('email', 'ann@');
    await sendButton().click();
    await expect
      .element(locateSection().getByRole('status'))
      .toHaveTextContent('4 answers need another look. Nothing has been sent yet.');
    expect(invalid()).toEqual(['office_location', 'name', 'email', 'message']);
    await expect.poll(() => document.activeElement).toBe(findFieldControl('office_location'));
    expect(getFieldDescription('email')).toContain('name@example.com');
    expect(backEnd.seen).toEqual([]);
    await expectNoViolations(locateSection().element());
    expectReferencesToResolve(locateSection().element());
  });

  it('checks each field anew as it changes from then on', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('office_location', 11);
    await sendButton().click();
    await expect.poll(invalid).toEqual(['name', 'email', 'message']);
    await userEvent.type(findFieldControl('name') as Element, 'A');
    await expect.poll(invalid).toEqual(['email', 'message']);
    await userEvent.type(findFieldControl('email') as Element, 'ann');
    await expect.poll(() => getFieldDescription('email')).toContain('name@example.com');
    await userEvent.type(findFieldControl('email') as Element, '@example.com');
    await expect.poll(invalid).toEqual(['message']);
    await userEvent.clear(findFieldControl('name') as Element);
    await expect.poll(invalid).toEqual(['name', 'message']);
  });

  it('judges what texts hold that changed no problem yet, when something else has it judged', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await sendButton().click();
    await expect.poll(invalid).toEqual(['office_location', 'name', 'email', 'message']);
    await userEvent.type(findFieldControl('name') as Element, 'Ann');
    await expect.poll(invalid).toEqual(['office_location', 'email', 'message']);
    for (const length of [2, 1]) {
      await userEvent.keyboard('{Backspace}');
      expect((findFieldControl('name') as HTMLInputElement).value).toHaveLength(length);
    }
    expect(invalid()).toEqual(['office_location', 'email', 'message']);
    await userEvent.keyboard('{Backspace}');
    await expect.poll(invalid).toEqual(['office_location', 'name', 'email', 'message']);
    await userEvent.keyboard('A');
    await pickOption('office_location', 11);
    await expect.poll(invalid).toEqual(['email', 'message']);
  });

  it('gathers more than two problems in a summary whose links lead to the fields, until the last is mended', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('office_location', 11);
    await sendButton().click();
    const link = locateSection().getByRole('link', { name: 'Enter your message' });
    await expect
      .element(locateSection().getByText('3 answers need another look', { exact: true }))
      .toBeVisible();
    await link.click();
    await expect.poll(() => document.activeElement).toBe(findFieldControl('message'));
    await typeText('message', 'Hello');
    await expect.element(link).not.toBeInTheDocument();
    await typeText('name', 'Ann');
    await expect
      .element(locateSection().getByRole('link', { name: 'Enter your email address' }))
      .toBeVisible();
    await expectNoViolations(locateSection().element());
    await typeText('email', 'ann@example.com');
    await expect.element(locateSection().getByText(/another look$/)).not.toBeInTheDocument();
  });

  it('needs no summary for two problems', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('office_location', 11);
    await typeText('name', 'Ann');
    await sendButton().click();
    await expect.poll(invalid).toEqual(['email', 'message']);
    expect(locateSection().element().querySelector('.sw-summary')).toBe(null);
  });

  it('announces the same count again at the next submit', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await sendButton().click();
    const status = locateSection().getByRole('status');
    await expect.poll(() => status.element().textContent).toContain('4 answers');
    const announcements: string[] = [];
    const observer = new MutationObserver(() => announcements.push(status.element().textContent ?? ''));
    observer.observe(status.element(), { childList: true, characterData: true, subtree: true });
    await sendButton().click();
    await expect.poll(() => announcements.at(-1)).toContain('4 answers');
    observer.disconnect();
  });

  it('starts afresh with another type, announces it, and keeps focus on the drop-down', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await sendButton().click();
    await expect.poll(invalid).toHaveLength(4);
    findFieldControl('enquiry_type')?.focus();
    await pickOption('enquiry_type', 6);
    await expect.poll(invalid).toEqual([]);
    await expect
      .element(locateSection().getByRole('status'))
      .toHaveTextContent('The form now shows the fields for: Sales.');
    await expect.poll(() => document.activeElement).toBe(findFieldControl('enquiry_type'));
    expect(locateSection().element().querySelector('.sw-summary')).toBe(null);
  });

  it('cannot be sent before the terms are accepted', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('enquiry_type', 8);
    await locateSection().getByRole('button', { name: 'Submit' }).click();
    await expect.poll(invalid).toContain('accept_term');
    expect(getFieldDescription('accept_term')).toContain('Tick the box to accept the terms');
    expect(backEnd.seen).toEqual([]);
    await expectNoViolations(locateSection().element());
    expectReferencesToResolve(locateSection().element());
  });

  it('judges what is in a field that was not left yet, as where a button takes no focus', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('office_location', 11);
    await typeText('email', 'ann@example.com');
    await typeText('message', 'Hello');
    await userEvent.fill(findFieldControl('name') as Element, 'A'.repeat(101));
    await expect.poll(() => document.activeElement).toBe(findFieldControl('name'));
    (sendButton().element() as HTMLButtonElement).click();
    await expect.poll(invalid).toEqual(['name']);
    expect(getFieldDescription('name')).toBe('Shorten your name to 100 characters');
  });

  it('sends what is in a field that was not left yet: Enter submits', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('office_location', 11);
    await typeText('message', 'Hello');
    await typeText('email', 'ann@example.com');
    await userEvent.type(findFieldControl('name') as Element, 'Ann{Enter}');
    await expect.poll(() => backEnd.getRequests('sendContactUs')[0]?.variables.name).toBe('Ann');
  });
});
