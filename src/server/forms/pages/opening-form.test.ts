import { expect, it } from 'vitest';
import { chainEdits, setClosedText, setTypePeriod } from '#engine/editing/index.ts';
import { loadDemoContent } from '../../../../test/support/content.ts';
import { applyDocumentPatches } from '../../../../test/support/edits.ts';
import { compileTestForm, readShippedDocuments } from '../../../../test/support/forms.ts';
import { createOpeningForm } from './opening-form.ts';

it('createOpeningForm has the text of a closed form only for a page that offers no other', () => {
  const shipped = readShippedDocuments();
  const content = loadDemoContent();
  const closes = '2029-12-31';
  const description = 'Closed after 2029.';
  const patches = chainEdits(
    shipped,
    (made) => setTypePeriod(made, 'service', { closes, description }),
    (made) => setClosedText(made, 'service', { locale: 'en', text: 'The workshop is closed.' }),
    (made) => setClosedText(made, 'service', { locale: 'de', text: 'Die Werkstatt ist zu.' }),
  );
  const form = compileTestForm(applyDocumentPatches(shipped, patches));
  const service = form.types.find(({ key }) => key === 'service');
  const [inline] = content.pages.filter(
    ({ placement, site }) => placement === 'inline' && !site.isInternational,
  );
  if (service === undefined || inline === undefined) throw new Error('Cannot find the type or a page');
  const only = { ...inline, enquiryTypes: [{ id: service.id, name: 'Service', names: {} }] };
  const open = (page: typeof inline, today: string, locale = 'en') =>
    createOpeningForm({ form } as never, { page, content, locale, today }, { validatorRuntime: '' }).view;
  expect(open(only, closes)).toMatchObject({ isShown: true });
  expect(open(only, closes).closedText).toBeUndefined();
  expect(open(only, '2030-01-01')).toMatchObject({ isShown: false, closedText: 'The workshop is closed.' });
  expect(open(only, '2030-01-01', 'de').closedText).toBe('Die Werkstatt ist zu.');
  // A page with other types leaves the type out, and says nothing.
  expect(open(inline, '2030-01-01')).toMatchObject({ isShown: true });
  expect(open(inline, '2030-01-01').closedText).toBeUndefined();
});

it('createOpeningForm has the text of a full form, else of a closed one, and offers the other types', () => {
  const shipped = readShippedDocuments();
  const content = loadDemoContent();
  const compileWith = (state: 'full' | 'closed') =>
    compileTestForm(
      applyDocumentPatches(
        shipped,
        setClosedText(shipped, 'service', { locale: 'en', text: `It is ${state}.`, state }),
      ),
    );
  const [inline] = content.pages.filter(
    ({ placement, site }) => placement === 'inline' && !site.isInternational,
  );
  const { types } = compileWith('full');
  const service = types.find(({ key }) => key === 'service');
  if (service === undefined || inline === undefined) throw new Error('Cannot find the type or a page');
  const only = { ...inline, enquiryTypes: [{ id: service.id, name: 'Service', names: {} }] };
  const open = (page: typeof inline, form: ReturnType<typeof compileWith>, fullTypes = ['service']) =>
    createOpeningForm(
      { form } as never,
      { page, content, locale: 'en', today: '2029-01-01', fullTypes },
      {
        validatorRuntime: '',
      },
    ).view;
  expect(open(only, compileWith('full'))).toMatchObject({ isShown: false, closedText: 'It is full.' });
  expect(open(only, compileWith('closed')).closedText).toBe('It is closed.');
  expect(open(only, compileWith('full'), []).isShown).toBe(true);
  const offered = open(inline, compileWith('full')).section.enquiryTypes.map(({ id }) => id);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered).not.toContain(service.id);
});
