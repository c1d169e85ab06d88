import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Form, toClientForm } from '#engine';
import { announcementDelayMs } from '#widgets';
import { createTestForm, createTestValidators } from '#widgets/testing/forms.ts';
import { ContactFormSection } from './contact-form-section.tsx';
import { loadPiping } from './enquiry/load-piping.ts';
import { startBackEnd } from './testing/back-end.ts';
import { createSectionProps } from './testing/inputs.ts';
import { locateSection, typeText } from './testing/visitor.ts';

const drawn = vi.hoisted(() => ({ fields: [] as string[] }));

vi.mock(import('../../widgets/frame/field-frame.tsx'), async (original) => {
  const module = await original();
  return {
    ...module,
    FieldFrame: (props) => {
      drawn.fields.push(props.id.replace(/^contact-form-/, ''));
      return module.FieldFrame(props);
    },
  };
});

const names = ['boat', 'town', 'notes', 'gear', 'event'];

function boatForm(more: Readonly<Record<string, unknown>> = {}): Form {
  const text = (name: string) => [name, { type: 'string', title: name }];
  const form = createTestForm(
    { properties: { ...Object.fromEntries(names.map(text)), crew: { type: 'integer' } } },
    {
      'ui:order': ['*', 'warned'],
      'ui:blocks': { warned: { kind: 'notice', tone: 'warning' } },
      event: { 'ui:options': { optionSet: 'futureEvents' }, 'ui:widget': 'event-select' },
    },
    {
      'texts/en.json': {
        'fields.town.label': 'Where does {values.boat, select, empty {she} other {{values.boat}}} lie?',
        'fields.event.label': 'Where does {values.boat, select, empty {she} other {{values.boat}}} go?',
        'blocks.warned.text': '{values.boat, select, empty {She} other {{values.boat}}} needs a crew.',
      },
      'rules.json': {
        rules: [
          {
            id: 'warned',
            description: 'A boat needs a crew.',
            when: { '==': [{ var: 'values.gear' }, 'none'] },
            then: { show: ['warned'] },
          },
        ],
      },
      ...more,
    },
  );
  return toClientForm(form, { locale: 'en' });
}

const enquiryTypes = [{ id: 1, name: 'sample' }];

/** The fields that a text draws which is typed; of several texts the fewest, since what loads or blurs meanwhile may draw others. */
async function leastDrawn(
  texts: readonly string[],
  typed: (text: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const each: string[][] = [];
  for (const text of texts) {
    drawn.fields.length = 0;
    await typed(text);
    each.push([...new Set(drawn.fields)].sort());
  }
  return each.sort((one, other) => one.length - other.length)[0] ?? [];
}

const heard = () =>
  [...locateSection().element().querySelectorAll('[role="status"]')]
    .map(({ textContent }) => textContent)
    .join('');

describe('a form whose texts say answers', () => {
  beforeEach(async () => {
    sessionStorage.clear();
    await loadPiping();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('draws the fields again whose words change, and no others', async () => {
    const form = boatForm();
    const module = createTestValidators(form)('sample');
    if (!module) throw new Error('Cannot judge a sample: it has no validators');
    // Else they arrive at some later time, and all fields are drawn with them.
    const validators = { loaded: { sample: module }, load: async () => module };
    await render(
      <ContactFormSection
        {...createSectionProps({ form, validators, enquiryTypes, futureEventTitles: [] })}
      />,
    );
    // The first focus asks for what sending takes, and that draws all of them.
    const says = (boat: string) =>
      expect.element(locateSection().getByText(`Where does \u2068${boat}\u2069 lie?`)).toBeVisible();
    await typeText('boat', 'A');
    await says('A');
    expect(
      await leastDrawn(['W', 'Wr', 'Wre'], (boat) => typeText('boat', boat).then(() => says(boat))),
    ).toEqual(['boat', 'event', 'town']);
    const isDrawn = () => expect.poll(() => drawn.fields).toContain('notes');
    expect(await leastDrawn(['x', 'xy', 'xyz'], (notes) => typeText('notes', notes).then(isDrawn))).toEqual([
      'notes',
    ]);
  });

  it('says a notice and what was fetched once, and nothing as an answer in them is typed', async () => {
    startBackEnd().answer('getFutureEventTitles', () =>
      Response.json({ data: { getFutureEventTitles: ['Boat show'] } }),
    );
    await render(<ContactFormSection {...createSectionProps({ form: boatForm(), enquiryTypes })} />);
    await expect.poll(heard).toContain('One choice for Where does she go?');
    await typeText('boat', 'W');
    await typeText('gear', 'none');
    await expect.poll(heard).toContain('\u2068W\u2069 needs a crew.');
    const announcements: string[] = [];
    const observer = new MutationObserver(() => announcements.push(heard()));
    for (const region of locateSection().element().querySelectorAll('[role="status"]'))
      observer.observe(region, { childList: true, characterData: true, subtree: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    for (const typed of ['Wr', 'Wre', 'Wren']) await typeText('boat', typed);
    await expect.element(locateSection().getByText('Where does \u2068Wren\u2069 go?')).toBeVisible();
    await vi.advanceTimersByTimeAsync(2 * announcementDelayMs);
    // Any announcement would be drawn by now.
    await typeText('boat', 'Wrens');
    await expect.element(locateSection().getByText('Where does \u2068Wrens\u2069 go?')).toBeVisible();
    expect(announcements).toEqual([]);
    observer.disconnect();
  });
});
