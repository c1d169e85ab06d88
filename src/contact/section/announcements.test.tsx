import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createTextFormatter, resolve, type Visibility } from '#engine';
import { createTestForm, createTestSituation } from '#widgets/testing/forms.ts';
import { getLifecycleAfterPost } from '../lifecycle.ts';
import { Announcements } from './announcements.tsx';

const form = createTestForm({ properties: { berth: { type: 'string', title: 'Berth', enum: ['A', 'B'] } } });

/** Returns the first announcement where the choices of a field load. */
function announced(visibility: Visibility): string {
  const plan = resolve(form, createTestSituation(form));
  const fields = plan.fields.map((field) =>
    field.name === 'berth' ? { ...field, visibility, optionsState: 'loading' as const } : field,
  );
  return renderToStaticMarkup(
    <Announcements
      lifecycle={getLifecycleAfterPost(undefined)}
      plan={{ ...plan, fields }}
      thanks="Thank you"
      text={createTextFormatter(form, 'en')}
    />,
  );
}

/** Returns the announcement of an accepted enquiry under a heading. */
function thanked(heading: string): string {
  const markup = renderToStaticMarkup(
    <Announcements
      lifecycle={{ state: 'success', receipt: { enquiryType: 1, reference: 'ABC' } }}
      plan={resolve(form, createTestSituation(form))}
      thanks={heading}
      text={createTextFormatter(form, 'en')}
    />,
  );
  return /<p[^>]*>(.*)<\/p>/.exec(markup)?.[1] ?? '';
}

/** Returns the announcement of an enquiry that got no answer. */
function lost(offersLater: boolean): string {
  const markup = renderToStaticMarkup(
    <Announcements
      lifecycle={{ state: 'error', failure: { named: [], isUnreachable: true }, named: [] }}
      plan={resolve(form, createTestSituation(form))}
      thanks="Thank you"
      offersLater={offersLater}
      text={createTextFormatter(form, 'en')}
    />,
  );
  return /<p[^>]*>(.*)<\/p>/.exec(markup)?.[1] ?? '';
}

describe('Announcements', () => {
  it('say that an enquiry was not sent, unless the offer to send it later says so', () => {
    expect(lost(false)).toContain('not been sent');
    expect(lost(true)).toBe('');
  });

  it.each(['Thank you.', 'Thank you!', 'شكرا؟', 'ありがとう。', '“Thank you.”'])(
    'part the thanks %j from the reference by no further full stop',
    (heading) => expect(thanked(heading)).toContain(`${heading} Your reference`),
  );

  it('part thanks that end without one by a full stop', () => {
    expect(thanked('Thank you')).toContain('Thank you. Your reference');
  });

  it('say that the choices of a field load, where it is shown and nowhere else', () => {
    expect(announced('shown')).toContain('Berth');
    expect(announced('concealed')).not.toContain('Berth');
    expect(announced('hidden')).not.toContain('Berth');
  });
});
