import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Values } from '#engine';
import { loadLazyWidgets } from './lazy/load-lazy-widgets.ts';
import { loadNestedFields } from './nested/load-nested-fields.ts';
import { expectNoViolations, expectReferencesToResolve } from './testing/accessibility.ts';
import { foreignSchemas } from './testing/foreign-schemas.ts';
import { createTestForm, createTestSituation, createTestValidators } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

/** Draws a foreign schema; `entered()` gives what was committed so far. */
async function draw(name: string, entered: Values = {}) {
  const form = createTestForm(foreignSchemas[name] ?? {});
  let latest: Values = entered;
  const screen = await render(
    <Harness
      form={form}
      situation={createTestSituation(form, { entered })}
      validatorsFor={createTestValidators(form)}
      heard={(values) => {
        latest = values;
      }}
    />,
  );
  const send = () => screen.getByRole('button', { name: 'Send' }).click();
  const text = (label: string) => screen.getByRole('textbox', { name: label, exact: true });
  return Object.assign(screen, { entered: () => latest, send, text });
}

beforeAll(() => Promise.all([loadNestedFields(), loadLazyWidgets()]));

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(errors.mock.calls).toEqual([]);
  errors.mockRestore();
});

describe('a foreign schema', () => {
  it.each(Object.keys(foreignSchemas))('draws accessibly, before and after it was sent: %s', async (name) => {
    const screen = await draw(name);
    expect(screen.container.querySelectorAll('.sw-field, .sw-array').length).toBeGreaterThan(0);
    expectReferencesToResolve(screen.container);
    await expectNoViolations(screen.container);
    await screen.send();
    expectReferencesToResolve(screen.container);
    await expectNoViolations(screen.container);
  });

  it('takes what is entered deep inside, and tells what is wrong there', async () => {
    const screen = await draw('nested objects');
    await screen.text('Make').fill('A');
    await screen.text('Power').fill('0,5');
    await screen.send();
    expect(screen.entered()).toEqual({ boat: { make: 'A', engine: { power: 0.5 } } });
    const make = screen.text('Make');
    await expect.element(make).toHaveAttribute('aria-invalid', 'true');
    await expect.element(make).toHaveAccessibleDescription(/^Enter at least 2 characters: Make$/);
    await expect.element(make).toHaveFocus();
    await expect.element(screen.text('Power')).toHaveAccessibleDescription(/1 or more/);
    await make.fill('Alerion');
    await screen.text('Power').fill('20');
    await screen.send();
    expect(screen.container.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
  });

  it('names the controls of an inner value by its path', async () => {
    const screen = await draw('nested objects');
    await expect.element(screen.text('Power')).toHaveAttribute('name', 'boat[engine][power]');
  });

  it('adds, moves and removes items, each button named by its item', async () => {
    const screen = await draw('lists of objects');
    const add = screen.getByRole('button', { name: 'Add Guest' });
    await add.click();
    await expect.element(screen.text('First name')).toHaveFocus();
    await screen.text('First name').fill('Ada');
    await add.click();
    await expect.element(screen.text('First name').nth(1)).toHaveFocus();
    await screen.text('First name').nth(1).fill('Grace');
    await screen.getByRole('button', { name: 'Move Guest 2 up' }).click();
    expect(screen.entered()).toEqual({ guests: [{ first: 'Grace' }, { first: 'Ada' }] });
    await expect.element(screen.text('First name').first()).toHaveValue('Grace');
    await screen.getByRole('button', { name: 'Remove Guest 1' }).click();
    expect(screen.entered()).toEqual({ guests: [{ first: 'Ada' }] });
    await expect.element(screen.getByRole('button', { name: 'Remove Guest 1' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Remove Guest 1' }).click();
    await expect.element(add).toHaveFocus();
  });

  it('says which item was added and which is gone, the same words anew of the next one', async () => {
    const screen = await draw('lists of objects');
    const status = screen.getByRole('status');
    await expect.element(status).toHaveTextContent('');
    for (let times = 0; times < 2; times++) {
      await screen.getByRole('button', { name: 'Add Guest' }).click();
      await expect.element(status).toMatchTextContent(/^Guest 1 added\.$/);
      await screen.getByRole('button', { name: 'Remove Guest 1' }).click();
      await expect.element(status).toMatchTextContent(/^Guest 1 removed\.$/);
    }
  });

  it('lets no more items be added than a list may have', async () => {
    const screen = await draw('lists of objects', { guests: [{}, {}, {}] });
    await expect.element(screen.getByRole('button', { name: 'Add Guest' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('group', { name: 'Guest 3' })).toBeInTheDocument();
  });

  it('tells a problem in the row where it is', async () => {
    const screen = await draw('lists of objects', {
      guests: [{ first: 'Ada' }, { first: 'Grace', age: 121 }],
    });
    await screen.send();
    const ages = screen.text('Age');
    await expect.element(ages.first()).not.toHaveAttribute('aria-invalid');
    await expect.element(ages.nth(1)).toHaveAttribute('aria-invalid', 'true');
  });

  it('takes a list of texts, and ticks for a list of choices', async () => {
    const screen = await draw('lists of texts and of choices');
    await screen.getByRole('button', { name: 'Add Port' }).click();
    await screen.getByRole('textbox', { name: 'Port 1' }).fill('Cowes');
    const days = screen.getByRole('group', { name: 'Days' });
    await days.getByLabelText('sunday').click();
    await days.getByLabelText('friday').click();
    expect(screen.entered()).toEqual({ ports: ['Cowes'], days: ['friday', 'sunday'] });
    await days.getByLabelText('sunday').click();
    await days.getByLabelText('friday').click();
    expect(screen.entered().days).toBeUndefined();
  });

  it('has the places of a tuple from the start', async () => {
    const screen = await draw('a tuple');
    expect(screen.entered()).toEqual({});
    await screen.text('Longitude 2').fill('-1.5');
    await screen.text('Latitude 1').fill('50.7');
    await screen.send();
    expect(screen.entered()).toEqual({ position: [50.7, -1.5] });
  });

  it('draws the branch that is chosen, and sends what fixes it', async () => {
    const screen = await draw('oneOf with a constant that tells');
    expect(screen.entered()).toEqual({});
    await screen.text('Mast height').fill('20');
    await screen.send();
    expect(screen.entered()).toEqual({ craft: { kind: 'sail', mast: 20 } });
    await screen.getByRole('combobox', { name: 'Craft' }).selectOptions('Motor yacht');
    await expect.element(screen.text('Mast height')).not.toBeInTheDocument();
    await screen.text('Engines').fill('2');
    await screen.send();
    expect(screen.entered()).toEqual({ craft: { kind: 'motor', engines: 2 } });
  });

  it('draws the branch that fits what was entered before', async () => {
    const screen = await draw('oneOf with a constant that tells', { craft: { kind: 'motor', engines: 2 } });
    await expect.element(screen.getByRole('combobox', { name: 'Craft' })).toHaveDisplayValue('Motor yacht');
    await expect.element(screen.text('Engines')).toHaveValue('2');
  });

  it('draws another type of value for another branch', async () => {
    const screen = await draw('anyOf of types');
    const branch = screen.getByRole('combobox', { name: 'How to reach you' });
    await branch.selectOptions('Day and time');
    await screen.getByLabelText('Day').fill('2026-12-01');
    await screen.send();
    expect(screen.entered()).toEqual({ reach: { day: '2026-12-01' } });
    await branch.selectOptions('A sentence');
    await screen.text('How to reach you').fill('By pigeon');
    await screen.send();
    expect(screen.entered()).toEqual({ reach: 'By pigeon' });
  });

  it('shows what a condition inside a field brings', async () => {
    const screen = await draw('if, then and else inside');
    const paid = screen.getByLabelText('Paid');
    await expect.element(screen.text('Why not')).toBeInTheDocument();
    await paid.selectOptions('yes');
    await expect.element(screen.text('Why not')).not.toBeInTheDocument();
    await screen.send();
    await expect.element(screen.text('Where')).toHaveAccessibleDescription(/Fill in/);
    await screen.text('Where').fill('Malta');
    await screen.send();
    expect(screen.entered()).toEqual({ tax: { paid: 'yes', where: 'Malta' } });
    expect(screen.container.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
  });

  it('draws what a reference leads to, under the title beside it', async () => {
    const screen = await draw('references and definitions');
    const home = screen.getByRole('group', { name: 'Home' });
    await home.getByRole('textbox', { name: 'From' }).fill('C');
    await screen.send();
    await expect.element(home.getByRole('textbox', { name: 'From' })).toHaveAttribute('aria-invalid', 'true');
    await expect
      .element(screen.getByRole('group', { name: 'Outward' }).getByRole('textbox', { name: 'From' }))
      .not.toHaveAttribute('aria-invalid', 'true');
  });

  it('commits dates and times as their formats want them', async () => {
    const screen = await draw('every format that has a control');
    await screen.getByLabelText('Day').fill('2026-11-21');
    await screen.getByLabelText('Moment').fill('2026-11-21T10:30');
    await screen.getByLabelText('Hour').fill('10:30');
    await screen.text('Mail').fill('a@example.com');
    await screen.text('Page').fill('https://example.com/');
    await screen.send();
    expect(screen.entered().when).toMatchObject({ day: '2026-11-21', mail: 'a@example.com' });
    expect(screen.container.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
    await expect.element(screen.getByLabelText('Moment')).toHaveValue('2026-11-21T10:30');
  });

  it('commits the values of choices in their own types', async () => {
    const screen = await draw('enum, const and titled options');
    await screen.getByLabelText('Cabins').selectOptions('2');
    await screen.getByLabelText('Rig').selectOptions('Ketch');
    await screen.getByLabelText('Insured').click();
    expect(screen.entered()).toEqual({ hull: { version: 2, cabins: 2, rig: 'k', insured: true } });
  });

  it('lets a visitor name further properties', async () => {
    const screen = await draw('patternProperties and further properties', { gear: { anchor: 'CQR' } });
    await screen.getByRole('button', { name: 'Add Gear' }).click();
    const name = screen.getByLabelText('Name of the entry');
    await name.fill('rope');
    await userEvent.tab();
    await screen.getByRole('textbox', { name: 'rope' }).fill('40 m');
    await screen.send();
    expect(screen.entered()).toEqual({ gear: { anchor: 'CQR', rope: '40 m' } });
    await screen.getByRole('button', { name: 'Remove rope' }).click();
    expect(screen.entered()).toEqual({ gear: { anchor: 'CQR' } });
  });

  it('keeps an entry by a name that every object inherits', async () => {
    const screen = await draw('patternProperties and further properties', { gear: { anchor: 'CQR' } });
    await screen.getByRole('button', { name: 'Add Gear' }).click();
    await screen.getByLabelText('Name of the entry').fill('constructor');
    await userEvent.tab();
    await screen.getByRole('textbox', { name: 'constructor' }).fill('40 m');
    await screen.send();
    expect(screen.entered()).toEqual({ gear: { anchor: 'CQR', constructor: '40 m' } });
  });

  it('joins what allOf says and brings what a dependency brings', async () => {
    const screen = await draw('allOf and dependencies');
    await screen.text('Width').fill('4');
    await screen.send();
    await expect.element(screen.text('Length')).toHaveAttribute('aria-invalid', 'true');
    await screen.text('Length').fill('12');
    await screen.send();
    await screen.text('Draught').fill('2');
    await screen.send();
    expect(screen.entered()).toEqual({ berth: { width: 4, length: 12, draught: 2 } });
  });

  it('takes a value of any type as text', async () => {
    const screen = await draw('anything at all');
    await screen.text('Whatever').fill('this');
    await screen.text('Sometimes').fill('that');
    await screen.send();
    expect(screen.entered()).toEqual({ whatever: 'this', sometimes: 'that' });
  });

  it('draws draft 07 with its tuples, definitions and dependencies', async () => {
    const screen = await draw('draft 07');
    await screen.text('jib').fill('0');
    await screen.send();
    await expect.element(screen.text('main')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(screen.text('jib')).toHaveAttribute('aria-invalid', 'true');
    await screen.text('One 1').fill('left');
    await screen.getByRole('button', { name: 'Add Pair' }).click();
    await screen.text('More 3').fill('more');
    await screen.send();
    expect(screen.entered().pair).toEqual(['left', undefined, 'more']);
  });
});
