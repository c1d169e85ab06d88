import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectNoViolations, expectReferencesToResolve } from '#widgets/testing/accessibility.ts';
import { ContactFormModal } from './contact-form-modal.tsx';
import { startBackEnd } from './testing/back-end.ts';
import { createSectionProps, poole } from './testing/inputs.ts';
import { findFieldControl, locateSection, sendButton, typeText } from './testing/visitor.ts';

const opener = () => page.getByRole('button', { name: 'Contact us' });
const dialog = () => page.getByRole('dialog', { name: 'Write to us' });
const closer = () => page.getByRole('button', { name: 'Close' });

describe('ContactFormModal', () => {
  beforeEach(() => {
    sessionStorage.clear();
    startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('opens the section in a dialog, without type and office', async () => {
    await render(<ContactFormModal {...createSectionProps()} />);
    expect(dialog().query()).toBe(null);
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    expect(findFieldControl('enquiry_type')).toBe(null);
    expect(findFieldControl('office_location')).toBe(null);
    expect(dialog().element().matches(':modal')).toBe(true);
    expect(dialog().element().contains(document.activeElement)).toBe(true);
    await expectNoViolations(document.body);
    expectReferencesToResolve(document.body);
  });

  it.each(['the button', 'Escape'])('closes by %s, returns focus, and keeps what was typed', async (way) => {
    await render(<ContactFormModal {...createSectionProps()} />);
    await opener().click();
    await typeText('name', 'Ann Berry');
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await closer().click();
    await expect.poll(() => dialog().query()).toBe(null);
    await expect.poll(() => document.activeElement).toBe(opener().element());
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    expect(findFieldControl('name')?.value).toBe('Ann Berry');
  });

  it('brings focus to its button also where a click gave it none', async () => {
    await render(<ContactFormModal {...createSectionProps()} />);
    (opener().element() as HTMLButtonElement).click();
    await expect.element(dialog()).toBeVisible();
    await closer().click();
    await expect.poll(() => document.activeElement).toBe(opener().element());
  });

  it('opens and closes in a browser that does not know commands, too', async () => {
    await render(<ContactFormModal {...createSectionProps()} />);
    for (const button of document.querySelectorAll('[commandfor]')) button.removeAttribute('commandfor');
    const { prototype } = HTMLButtonElement;
    const known = Object.getOwnPropertyDescriptor(prototype, 'commandForElement') ?? {};
    Reflect.deleteProperty(prototype, 'commandForElement');
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    await closer().click();
    await expect.poll(() => dialog().query()).toBe(null);
    Object.defineProperty(prototype, 'commandForElement', known);
  });

  it('thanks inside the dialog, and starts a new enquiry at the next opening', async () => {
    await render(<ContactFormModal {...createSectionProps()} />);
    await opener().click();
    await typeText('name', 'Ann Berry');
    await typeText('email', 'ann@example.com');
    await typeText('message', 'Hello');
    await sendButton().click();
    const thanks = locateSection().getByRole('heading', { name: 'Fair winds' });
    await expect.element(thanks).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(thanks.element());
    await expectNoViolations(document.body);
    await closer().click();
    await opener().click();
    await expect.element(sendButton()).toBeVisible();
    expect(findFieldControl('name')?.value).toBe('');
  });

  it('has a name without a title, too', async () => {
    await render(<ContactFormModal {...createSectionProps({ hasFormTitle: false, hasFormCopy: false })} />);
    await opener().click();
    await expect.element(page.getByRole('dialog', { name: 'Contact us' })).toBeVisible();
  });

  it('is not there where the section is not', async () => {
    await render(<ContactFormModal {...createSectionProps({ offices: [{ ...poole, email: null }] })} />);
    expect(opener().query()).toBe(null);
  });
});
