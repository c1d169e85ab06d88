import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { type BackEnd, startBackEnd } from './testing/back-end.ts';
import { inputs } from './testing/inputs.ts';
import { described, field, pick, section, sendButton, type } from './testing/visitor.ts';

const invalid = () =>
  [...section().element().querySelectorAll('[aria-invalid="true"]')].map((control) =>
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
    await render(<ContactFormSection {...inputs()} />);
    await type('email', 'ann@');
    await type('name', ' ');
    field('message')?.focus();
    expect(invalid()).toEqual([]);
    await expect.element(section().getByRole('status')).toHaveTextContent('');
  });

  it('shows every problem at a submit, announces how many, and moves focus to the first', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await type('email', 'ann@');
    await sendButton().click();
    await expect
      .element(section().getByRole('status'))
      .toHaveTextContent('4 answers need another look. Nothing has been sent yet.');
    expect(invalid()).toEqual(['office_location', 'name', 'email', 'message']);
    expect(document.activeElement).toBe(field('office_location'));
    expect(described('email')).toContain('name@example.com');
    expect(backEnd.seen).toEqual([]);
    await expectNoViolations(section().element());
    expectReferencesToResolve(section().element());
  });

  it('checks each field anew as it changes from then on', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await pick('office_location', 11);
    await sendButton().click();
    await expect.poll(invalid).toEqual(['name', 'email', 'message']);
    await userEvent.type(field('name') as Element, 'A');
    await expect.poll(invalid).toEqual(['email', 'message']);
    await userEvent.type(field('email') as Element, 'ann');
    await expect.poll(() => described('email')).toContain('name@example.com');
    await userEvent.type(field('email') as Element, '@example.com');
    await expect.poll(invalid).toEqual(['message']);
    await userEvent.clear(field('name') as Element);
    await expect.poll(invalid).toEqual(['name', 'message']);
  });

  it('judges what texts hold that changed no problem yet, when something else has it judged', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await sendButton().click();
    await expect.poll(invalid).toEqual(['office_location', 'name', 'email', 'message']);
    await userEvent.type(field('name') as Element, 'Ann');
    await expect.poll(invalid).toEqual(['office_location', 'email', 'message']);
    for (const length of [2, 1]) {
      await userEvent.keyboard('{Backspace}');
      expect((field('name') as HTMLInputElement).value).toHaveLength(length);
    }
    expect(invalid()).toEqual(['office_location', 'email', 'message']);
    await userEvent.keyboard('{Backspace}');
    await expect.poll(invalid).toEqual(['office_location', 'name', 'email', 'message']);
    await userEvent.keyboard('A');
    await pick('office_location', 11);
    await expect.poll(invalid).toEqual(['email', 'message']);
  });

  it('gathers more than two problems in a summary whose links lead to the fields, until the last is mended', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await pick('office_location', 11);
    await sendButton().click();
    const link = section().getByRole('link', { name: 'Enter your message' });
    await expect.element(section().getByText('3 answers need another look', { exact: true })).toBeVisible();
    await link.click();
    expect(document.activeElement).toBe(field('message'));
    await type('message', 'Hello');
    await expect.element(link).not.toBeInTheDocument();
    await type('name', 'Ann');
    await expect.element(section().getByRole('link', { name: 'Enter your email address' })).toBeVisible();
    await expectNoViolations(section().element());
    await type('email', 'ann@example.com');
    await expect.element(section().getByText(/another look$/)).not.toBeInTheDocument();
  });

  it('needs no summary for two problems', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await pick('office_location', 11);
    await type('name', 'Ann');
    await sendButton().click();
    await expect.poll(invalid).toEqual(['email', 'message']);
    expect(section().element().querySelector('.sw-summary')).toBe(null);
  });

  it('announces the same count again at the next submit', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await sendButton().click();
    const status = section().getByRole('status');
    await expect.poll(() => status.element().textContent).toContain('4 answers');
    const said: string[] = [];
    const observer = new MutationObserver(() => said.push(status.element().textContent ?? ''));
    observer.observe(status.element(), { childList: true, characterData: true, subtree: true });
    await sendButton().click();
    await expect.poll(() => said.at(-1)).toContain('4 answers');
    observer.disconnect();
  });

  it('starts afresh with another type, announces it, and keeps focus on the drop-down', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await sendButton().click();
    await expect.poll(invalid).toHaveLength(4);
    field('enquiry_type')?.focus();
    await pick('enquiry_type', 6);
    await expect.poll(invalid).toEqual([]);
    await expect
      .element(section().getByRole('status'))
      .toHaveTextContent('The form now shows the fields for: Sales.');
    expect(document.activeElement).toBe(field('enquiry_type'));
    expect(section().element().querySelector('.sw-summary')).toBe(null);
  });

  it('cannot be sent before the terms are accepted', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await pick('enquiry_type', 8);
    await section().getByRole('button', { name: 'Submit' }).click();
    await expect.poll(invalid).toContain('accept_term');
    expect(described('accept_term')).toContain('Tick the box to accept the terms');
    expect(backEnd.seen).toEqual([]);
    await expectNoViolations(section().element());
    expectReferencesToResolve(section().element());
  });

  it('judges what is in a field that was not left yet, as where a button takes no focus', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await pick('office_location', 11);
    await type('email', 'ann@example.com');
    await type('message', 'Hello');
    await userEvent.fill(field('name') as Element, 'A'.repeat(101));
    await expect.poll(() => document.activeElement).toBe(field('name'));
    (sendButton().element() as HTMLButtonElement).click();
    await expect.poll(invalid).toEqual(['name']);
    expect(described('name')).toBe('Shorten your name to 100 characters');
  });

  it('sends what is in a field that was not left yet: Enter submits', async () => {
    await render(<ContactFormSection {...inputs()} />);
    await pick('office_location', 11);
    await type('message', 'Hello');
    await type('email', 'ann@example.com');
    await userEvent.type(field('name') as Element, 'Ann{Enter}');
    await expect.poll(() => backEnd.seenOf('sendContactUs')[0]?.variables.name).toBe('Ann');
  });
});
