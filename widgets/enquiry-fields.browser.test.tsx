import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Form, type Problem, resolve, type Situation, type Values } from '#engine';
import { EnquiryFields, type EnquiryFieldsHandle } from './enquiry-fields.tsx';
import type { PhotosSlot } from './fields/photos-slot.ts';
import { expectNoViolations, expectReferencesToResolve } from './testing/accessibility.ts';
import {
  compileFrozenForm,
  createTestForm,
  createTestSituation,
  createTestValidators,
} from './testing/forms.ts';
import { Harness, type HarnessProps } from './testing/harness.tsx';

const form = compileFrozenForm();
const validatorsFor = createTestValidators(form);

interface Drawing extends Partial<HarnessProps> {
  readonly form?: Form;
  readonly page?: Situation['page'];
  readonly content?: Partial<Situation['content']>;
  readonly entered?: Values;
}

async function draw({ page = {}, content, entered = {}, ...given }: Drawing = {}) {
  let latest: Values = entered;
  const drawn = given.form ?? form;
  const base = createTestSituation(drawn, { page, entered });
  const situation = { ...base, content: { ...base.content, ...content } };
  const screen = await render(
    <Harness
      form={drawn}
      situation={situation}
      validatorsFor={drawn === form ? validatorsFor : createTestValidators(drawn)}
      heard={(values) => {
        latest = values;
      }}
      {...given}
    />,
  );
  const send = () => screen.getByRole('button', { name: 'Send' }).click();
  const text = (name: string) => screen.getByRole('textbox', { name, exact: true });
  return Object.assign(screen, { entered: () => latest, send, text });
}

describe('EnquiryFields', () => {
  it.each(form.types.map(({ id, key }) => [key, id] as const))(
    'draws %s with names, references that resolve and nothing that axe minds, right and wrong',
    async (_key, id) => {
      const screen = await draw({ entered: { enquiry_type: id } });
      expectReferencesToResolve(screen.container);
      await expectNoViolations(screen.container);
      await screen.send();
      expect(screen.container.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0);
      expectReferencesToResolve(screen.container);
      await expectNoViolations(screen.container);
    },
  );

  it('names every control by its field and gives ids that two sections on a page keep apart', async () => {
    const { container } = await draw({ entered: { enquiry_type: 8 } });
    const controls = container.querySelectorAll<HTMLInputElement>('input, select, textarea');
    const names = new Set([...controls].map(({ name }) => name));
    const shown = [
      'boat_make',
      'year',
      'tax_paid_status',
      'condition_of_boat',
      'accept_term',
      'enquiry_type',
    ];
    for (const name of shown) expect(names).toContain(name);
    for (const control of controls) expect(control.id).toMatch(new RegExp(`^t-${control.name}(--\\d)?$`));
  });

  it('sends as the value of an option what the plan offers', async () => {
    const screen = await draw();
    const office = screen.getByRole('combobox', { name: 'Office' });
    await office.selectOptions('Cannes');
    expect(screen.entered().office_location).toBe(12);
    await expect.element(office).toHaveValue('12');
    await office.selectOptions('Poole - Sales');
    expect(screen.entered().office_location).toBe('poole');
    await office.selectOptions('Choose an office');
    expect(screen.entered().office_location).toBeUndefined();
  });

  it('marks required fields in the label, the message of most types in its placeholder', async () => {
    const screen = await draw();
    await expect.element(screen.text('Name')).toBeRequired();
    await expect.element(screen.getByText('Name *', { exact: true })).toBeVisible();
    await expect.element(screen.text('Phone number')).not.toBeRequired();
    await expect.element(screen.text('Message')).toHaveAttribute('placeholder', 'How can we help? *');
    expect(screen.container.querySelector('label[for=t-message]')?.textContent).toBe('Message');
  });

  it('marks the message of an event enquiry in its label, and asks for dates', async () => {
    const screen = await draw({ entered: { enquiry_type: 9 } });
    const message = screen.text('Message');
    await expect.element(message).toHaveAttribute('placeholder', 'Which dates do you plan to visit?');
    expect(screen.container.querySelector('label[for=t-message]')?.textContent).toBe('Message *');
  });

  it('says what autofill and a phone’s keyboard need to know', async () => {
    const screen = await draw();
    await expect.element(screen.text('Email address')).toHaveAttribute('autocomplete', 'email');
    await expect.element(screen.text('Email address')).toHaveAttribute('type', 'email');
    await expect.element(screen.text('Phone number')).toHaveAttribute('inputmode', 'tel');
  });

  it('says beside a field what is wrong with it, and where the control leads to it', async () => {
    const screen = await draw();
    await screen.send();
    const name = screen.text('Name');
    await expect.element(name).toHaveAccessibleDescription('Enter your name');
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await expect.element(screen.getByText('Enter your name')).toBeVisible();
    await expect.element(screen.text('Phone number')).not.toHaveAttribute('aria-invalid');
  });

  it('says under its field that a send failed, without calling the field wrong', async () => {
    const screen = await draw({ failure: 'There was a problem. Please try again.' });
    const name = screen.text('Name');
    await expect.element(name).toHaveAccessibleDescription('There was a problem. Please try again.');
    await expect.element(name).not.toHaveAttribute('aria-invalid', 'true');
    expectReferencesToResolve(screen.container);
  });

  it('shows a refused disclaimer in red, with words for those who hear the page', async () => {
    const screen = await draw({ entered: { enquiry_type: 8 } });
    const tick = screen.getByRole('checkbox', { name: /accept/ });
    await expect.element(tick).not.toBeChecked();
    await expect.element(tick).toHaveAccessibleDescription(/The valuation is an estimate only/);
    await screen.send();
    await expect.element(tick).toHaveAttribute('aria-invalid', 'true');
    await expect.element(tick).toHaveAccessibleDescription(/^Tick the box to accept the terms The valuation/);
    expect(document.getElementById('t-accept_term--problem')?.className).toBe('sw-visually-hidden');
    await tick.click();
    expect(screen.entered().accept_term).toBe(true);
    await tick.click();
    expect(screen.entered().accept_term).toBe(false);
  });

  it('hides the type in a modal, conceals it on a landing page', async () => {
    const modal = await draw({ page: { inModal: true } });
    expect(modal.container.querySelector('[name=enquiry_type]')).toBeNull();
    await modal.unmount();
    const landing = await draw({ page: { isForLanding: true } });
    const type = landing.getByRole('combobox', { name: 'What is it about?' });
    await expect.element(type).toBeInTheDocument();
    expect(type.element().closest('.sw-field')?.classList).toContain('sw-field--concealed');
  });

  it('waits with the events until they are loaded', async () => {
    const screen = await draw({
      entered: { enquiry_type: 9 },
      content: { eventTitles: { state: 'loading' } },
    });
    const events = screen.getByRole('combobox', { name: 'Event' });
    await expect.element(events).toBeDisabled();
    await expect.element(events).toHaveDisplayValue('loading..');
    await expect.element(events).toHaveAttribute('aria-busy', 'true');
  });

  it('leaves the events open to nothing where they could not be loaded', async () => {
    const screen = await draw({
      entered: { enquiry_type: 9 },
      content: { eventTitles: { state: 'failed' } },
    });
    const events = screen.getByRole('combobox', { name: 'Event' });
    await expect.element(events).toBeEnabled();
    await expect.element(events).not.toBeRequired();
    expect(events.element().querySelectorAll('option')).toHaveLength(1);
  });

  it('shows a choice that the type does not offer as empty, and again with its type', async () => {
    const screen = await draw({ entered: { enquiry_type: 3, office_location: 12, name: 'Ada' } });
    const type = screen.getByRole('combobox', { name: 'What is it about?' });
    const office = screen.getByRole('combobox', { name: 'Office' });
    await expect.element(office).toHaveValue('12');
    (type.element() as HTMLElement).focus();
    await type.selectOptions('service');
    await expect.element(office).toHaveValue('');
    await type.selectOptions('general');
    await expect.element(office).toHaveValue('12');
    await expect.element(screen.text('Name')).toHaveValue('Ada');
    await expect.element(type).toHaveFocus();
  });

  it('keeps the element of a field that both types have', async () => {
    const screen = await draw();
    const before = screen.text('Name').element();
    await screen.getByRole('combobox', { name: 'What is it about?' }).selectOptions('valuation');
    await expect.element(screen.text('Boat make')).toBeInTheDocument();
    expect(screen.text('Name').element()).toBe(before);
  });

  it('gives every control up while it is disabled', async () => {
    const screen = await draw({ isDisabled: true, entered: { enquiry_type: 8 } });
    const controls = screen.container.querySelectorAll('.sw-fields :is(input, select, textarea)');
    for (const control of controls) expect(control).toBeDisabled();
  });

  it('draws no photos without anything to draw them, else in their place', async () => {
    const without = await draw({ entered: { enquiry_type: 7 } });
    expect(without.container.querySelector('[name=upload]')).toBeNull();
    await without.unmount();
    const photos = {
      draw: (slot: PhotosSlot) => (
        <input type="file" id={slot.id} name={slot.field} aria-label={slot.label} />
      ),
    };
    const screen = await draw({ entered: { enquiry_type: 7 }, photos });
    await expect.element(screen.getByRole('button', { name: 'Photo' })).toHaveAttribute('name', 'upload');
    await expect.element(screen.getByRole('group', { name: 'Photo' })).toBeInTheDocument();
    expectReferencesToResolve(screen.container);
  });

  it('tells photos their limits and what is wrong with them', async () => {
    const slots: PhotosSlot[] = [];
    const problems: Problem[] = [{ field: 'upload', code: 'too-many', values: { limit: 1 } }];
    const photos = {
      draw: (slot: PhotosSlot) => {
        slots.push(slot);
        return null;
      },
    };
    await draw({ entered: { enquiry_type: 7 }, photos, problems });
    expect(slots.at(-1)).toMatchObject({
      field: 'upload',
      limits: { count: 1 },
      isInvalid: true,
      describedBy: 't-upload--problem',
    });
  });
});

describe('values from elsewhere', () => {
  /** Draws the general form for what was entered, and again for what is entered then. */
  async function drawn(entered: Values, idPrefix = 'v') {
    const fields = (values: Values) => (
      <EnquiryFields
        form={form}
        plan={resolve(form, createTestSituation(form, { entered: values }))}
        entered={values}
        problems={[]}
        messageOf={({ code }) => code}
        idPrefix={idPrefix}
        commitOn="blur"
        onChange={() => {}}
        onInput={() => {}}
      />
    );
    const screen = await render(fields(entered));
    return Object.assign(screen, { again: (values: Values) => screen.rerender(fields(values)) });
  }

  it('are shown, as those of a draft', async () => {
    const screen = await drawn({});
    await screen.again({ name: 'Ada', message: 'One\ntwo', office_location: 12 });
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('One\ntwo');
    await expect.element(screen.getByRole('combobox', { name: 'Office' })).toHaveValue('12');
    await screen.again({});
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    await expect.element(screen.getByRole('combobox', { name: 'Office' })).toHaveValue('');
  });

  it('leave alone what the visitor is typing', async () => {
    const screen = await drawn({});
    await screen.getByRole('textbox', { name: 'Name' }).click();
    await userEvent.keyboard('Grace');
    await screen.again({ name: 'Ada', email: 'ada@example.com' });
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Grace');
    await expect
      .element(screen.getByRole('textbox', { name: 'Email address' }))
      .toHaveValue('ada@example.com');
  });

  it('leave untidy text as it was typed where it says the same', async () => {
    const screen = await drawn({ name: ' Ada ' });
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue(' Ada ');
  });

  it('meet no other section on the page', async () => {
    await drawn({}, 'one');
    await drawn({}, 'two');
    expectReferencesToResolve(document);
  });
});

describe('the handle', () => {
  async function handled(drawing: Drawing = {}) {
    const ref = createRef<EnquiryFieldsHandle>();
    const sample = createTestForm({
      properties: {
        name: { type: 'string', title: 'Name' },
        guests: {
          type: 'array',
          title: 'Guests',
          items: {
            type: 'object',
            title: 'Guest',
            properties: {
              first: { type: 'string', title: 'First' },
              last: { type: 'string', title: 'Last' },
            },
          },
        },
        days: {
          type: 'array',
          title: 'Days',
          uniqueItems: true,
          items: { type: 'string', enum: ['friday', 'saturday'] },
        },
      },
    });
    const onChange = vi.fn();
    const plan = resolve(sample, createTestSituation(sample, { entered: drawing.entered ?? {} }));
    const screen = await render(
      <EnquiryFields
        form={sample}
        plan={plan}
        entered={drawing.entered ?? {}}
        problems={[]}
        messageOf={({ code }) => code}
        idPrefix="h"
        commitOn="blur"
        onChange={onChange}
        onInput={() => {}}
        handle={ref}
      />,
    );
    return Object.assign(screen, { handle: () => ref.current as EnquiryFieldsHandle, onChange });
  }

  it('flushes what text widgets still hold, and gives it', async () => {
    const screen = await handled({ entered: { guests: [{ first: 'Ada' }] } });
    await screen.getByLabelText('First').fill('Grace');
    await screen.getByLabelText('Last').click();
    screen.onChange.mockClear();
    await userEvent.keyboard('Hopper');
    expect(screen.onChange).not.toHaveBeenCalled();
    expect(screen.handle().flush()).toEqual({ guests: [{ first: 'Grace', last: 'Hopper' }] });
    expect(screen.onChange).toHaveBeenCalledExactlyOnceWith('guests', [{ first: 'Grace', last: 'Hopper' }]);
    expect(screen.handle().flush()).toEqual({});
  });

  it('moves focus to a field, to a place inside one, and to the first control of a group', async () => {
    const screen = await handled({ entered: { guests: [{}, {}] } });
    const focused = () => document.activeElement?.id;
    expect(screen.handle().focusField('name')).toBe(true);
    expect(focused()).toBe('h-name');
    expect(screen.handle().focusField('guests/1/last')).toBe(true);
    expect(focused()).toBe('h-guests-1-last');
    expect(screen.handle().focusField('guests')).toBe(true);
    expect(focused()).toBe('h-guests-0-first');
    expect(screen.handle().focusField('days')).toBe(true);
    expect(focused()).toBe('h-days');
  });

  it('goes to what a place stands in where the place itself is not drawn, and says where nothing is', async () => {
    const screen = await handled({ entered: { guests: [{}] } });
    expect(screen.handle().focusField('guests/0/unknown')).toBe(true);
    await expect.poll(() => document.activeElement?.id).toBe('h-guests-0-first');
    expect(screen.handle().focusField('nowhere')).toBe(false);
  });
});
