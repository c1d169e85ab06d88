import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { toClientForm } from '#engine';
import { createTestForm } from '#widgets/testing/forms.ts';
import { ContactFormSection } from '../contact-form-section.tsx';
import { startBackEnd } from '../testing/back-end.ts';
import { createSectionProps } from '../testing/inputs.ts';
import { findFieldControl, locateSection, typeText } from '../testing/visitor.ts';

const failure = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock(import('./stepped-form.tsx'), async () => {
  await failure.promise;
  throw new Error('no signal');
});

const form = toClientForm(
  createTestForm(
    { properties: { boat: { type: 'string' }, phone: { type: 'string' } } },
    {
      'ui:steps': [
        { name: 'berth', fields: ['boat'] },
        { name: 'contact', fields: ['phone'] },
      ],
    },
    { 'texts/en.json': { 'steps.berth.title': 'Your berth', 'steps.contact.title': 'Contact' } },
  ),
  { locale: 'en' },
);

describe('a form in steps whose module cannot be loaded', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('draws no fields until that is known, then all of them, and does not replace them', async () => {
    startBackEnd();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const section = createSectionProps({
      form,
      enquiryTypes: [{ id: 1, name: 'Sample' }],
      inSteps: true,
      submissionUrl: undefined,
    });
    const screen = await render(<ContactFormSection {...section} />);
    expect(locateSection().element().querySelector('form')).toBe(null);
    failure.resolve();
    await expect.poll(() => findFieldControl('phone')).not.toBe(null);
    expect(logged).toHaveBeenCalledWith(
      'Cannot load what draws a form in steps:',
      expect.objectContaining({ message: expect.any(String) }),
    );
    await typeText('boat', 'Wren');
    const boat = findFieldControl('boat');
    await screen.rerender(<ContactFormSection {...section} showInCenter />);
    expect(findFieldControl('boat')).toBe(boat);
    await expect.poll(() => document.activeElement).toBe(boat);
  });
});
