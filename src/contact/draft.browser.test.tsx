import type { ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loadNestedFields } from '#widgets/nested/load-nested-fields.ts';
import { createTestForm } from '#widgets/testing/forms.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import {
  fillGeneral,
  findFieldControl,
  locateSection,
  pickOption,
  sendButton,
  typeText,
} from './testing/visitor.ts';

const element = () => locateSection().element();
const readStorage = () => Object.values({ ...sessionStorage }).join('');

describe('the draft of an enquiry', () => {
  beforeEach(() => {
    sessionStorage.clear();
    startBackEnd();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  it('brings back what was typed, the type included, when the section is drawn again', async () => {
    const first = await render(<ContactFormSection {...createSectionProps()} />);
    await pickOption('enquiry_type', 7);
    await pickOption('office_location', 12);
    await typeText('hin_number', 'GB-SLW38021H515');
    await first.unmount();
    await render(<ContactFormSection {...createSectionProps()} />);
    expect(findFieldControl('enquiry_type')?.value).toBe('7');
    expect(findFieldControl('office_location')?.value).toBe('12');
    expect(findFieldControl('hin_number')?.value).toBe('GB-SLW38021H515');
  });

  it('is written when the page goes away, to the last keystroke', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    await userEvent.type(findFieldControl('message') as Element, 'Half a sent');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(readStorage()).toContain('Half a sent');
  });

  it('has for each type the branch that was chosen there, though they have a field of the same name', async () => {
    const branch = (title: string) => ({
      type: 'object',
      title,
      properties: { made: { type: 'string', title: 'Made by' }, [title]: { type: 'string', title } },
    });
    const drive = { title: 'Drive', oneOf: [branch('Oars'), branch('Sail')] };
    const form = createTestForm(
      { properties: { drive } },
      {},
      {
        'enquiry-types.json': {
          enquiryTypes: ['sample', 'other'].map((key, at) => ({ id: at + 1, key, folder: key })),
        },
        'forms/other/schema.json': { type: 'object', properties: { drive } },
        'forms/other/ui.json': {},
      },
    );
    await loadNestedFields();
    const enquiryTypes = form.types.map(({ id, key }) => ({ id: Number(id), name: key }));
    await render(<ContactFormSection {...createSectionProps({ form, enquiryTypes })} />);
    await pickOption('enquiry_type', 1);
    await locateSection().getByLabelText('Drive').selectOptions('Sail');
    await locateSection().getByLabelText('Made by').fill('Ann');
    await pickOption('enquiry_type', 2);
    await expect.element(locateSection().getByLabelText('Drive')).toHaveDisplayValue('Oars');
    await pickOption('enquiry_type', 1);
    await expect.element(locateSection().getByLabelText('Drive')).toHaveDisplayValue('Sail');
    await expect.element(locateSection().getByLabelText('Made by')).toHaveValue('Ann');
  });

  it('is not written before anything is typed', async () => {
    await render(<ContactFormSection {...createSectionProps()} />);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is gone after success', async () => {
    const { unmount } = await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    await unmount();
    expect(sessionStorage).toHaveLength(0);
  });

  it('belongs to its page', async () => {
    const first = await render(<ContactFormSection {...createSectionProps()} />);
    await typeText('name', 'Ann');
    await first.unmount();
    const dialog = await render(<ContactFormSection {...createSectionProps({ inModal: true })} />);
    expect(findFieldControl('name')?.value).toBe('');
    await dialog.unmount();
    const here = location.href;
    history.replaceState(null, '', '/elsewhere');
    const otherPage = await render(<ContactFormSection {...createSectionProps()} />);
    expect(findFieldControl('name')?.value).toBe('');
    await otherPage.unmount();
    history.replaceState(null, '', here);
  });

  it('is done without where the browser keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
  });

  describe('taking over what the server drew', () => {
    let root: Root | undefined;
    afterEach(() => root?.unmount());

    /** Draws as a server would, lets a visitor at it, then lets React take over; gives the mismatches it finds. */
    const takeOver = (node: ReactNode, before: (host: HTMLElement) => void = () => undefined) => {
      const mismatches: unknown[] = [];
      const host = document.createElement('div');
      host.innerHTML = renderToString(node);
      document.body.append(host);
      before(host);
      root = hydrateRoot(host, node, { onRecoverableError: (error) => mismatches.push(error) });
      return mismatches;
    };

    it('finds nothing else than the server drew, with a draft too', async () => {
      const first = await render(<ContactFormSection {...createSectionProps()} />);
      await pickOption('enquiry_type', 7);
      await typeText('hin_number', 'GB-SLW');
      await first.unmount();
      const mismatches = takeOver(<ContactFormSection {...createSectionProps({ hasSocialIcons: true })} />);
      await expect.poll(() => findFieldControl('enquiry_type')?.value).toBe('7');
      expect(findFieldControl('hin_number')?.value).toBe('GB-SLW');
      expect(mismatches).toEqual([]);
    });

    it('keeps what was typed and chosen before scripts came, over the draft', async () => {
      const first = await render(<ContactFormSection {...createSectionProps()} />);
      await typeText('name', 'Draft');
      await typeText('email', 'draft@example.com');
      await first.unmount();
      const mismatches = takeOver(<ContactFormSection {...createSectionProps()} />, (host) => {
        const control = (name: string) => host.querySelector<HTMLInputElement>(`[name="${name}"]`);
        const name = control('name');
        const office = control('office_location');
        if (!name || !office) throw new Error('the server drew no fields');
        name.value = 'Typed early';
        name.focus();
        office.value = '11';
      });
      await expect.poll(() => findFieldControl('email')?.value).toBe('draft@example.com');
      expect(findFieldControl('name')?.value).toBe('Typed early');
      expect(findFieldControl('office_location')?.value).toBe('11');
      expect(mismatches).toEqual([]);
      await expect.poll(() => document.activeElement).toBe(findFieldControl('name'));
    });

    it('keeps a preset empty that was emptied before scripts came', async () => {
      const [selectedOffice] = createSectionProps().offices ?? [];
      takeOver(<ContactFormSection {...createSectionProps({ selectedOffice })} />, (host) => {
        const office = host.querySelector<HTMLSelectElement>('select[name="office_location"]');
        if (office?.value !== String(selectedOffice?.id)) throw new Error('the server chose no office');
        office.value = '';
      });
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      await expect.poll(readStorage).toContain('"office_location":null');
      expect(findFieldControl('office_location')?.value).toBe('');
    });

    it('keeps what was ticked before scripts came', async () => {
      const enquiryTypes = [{ id: 8, name: 'Valuation' }];
      const mismatches = takeOver(
        <ContactFormSection {...createSectionProps({ enquiryTypes })} />,
        (host) => {
          for (const box of host.querySelectorAll<HTMLInputElement>(
            '[name="accept_term"], [value="tax-not-paid"]',
          ))
            box.checked = true;
          for (const select of host.querySelectorAll<HTMLSelectElement>('select[name="condition_of_boat"]'))
            select.value = '7';
          for (const box of host.querySelectorAll<HTMLInputElement>(
            'input[name="condition_of_boat"][value="7"]',
          ))
            box.checked = true;
        },
      );
      const ticked = () => new FormData(element().querySelector('form') ?? undefined);
      // The draft hears of them, so React does.
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      await expect.poll(readStorage).toContain('tax-not-paid');
      expect(readStorage()).toContain('"accept_term":true');
      expect(readStorage()).toMatch(/"condition_of_boat":"?7/);
      expect(ticked().get('tax_paid_status')).toBe('tax-not-paid');
      expect(ticked().get('accept_term')).not.toBe(null);
      expect(ticked().get('condition_of_boat')).toBe('7');
      expect(mismatches).toEqual([]);
    });

    it('shows another type that was chosen before scripts came', async () => {
      takeOver(<ContactFormSection {...createSectionProps()} />, (host) => {
        const select = host.querySelector<HTMLSelectElement>('[name="enquiry_type"]');
        if (select) select.value = '8';
      });
      await expect.poll(() => findFieldControl('boat_make')).not.toBe(null);
    });
  });
});
