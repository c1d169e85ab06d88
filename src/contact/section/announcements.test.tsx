import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { resolve, textsOf, type Visibility } from '#engine';
import { formOf, situationOf } from '#widgets/testing/forms.ts';
import { lifecycleAfter } from '../lifecycle.ts';
import { Announcements } from './announcements.tsx';

const form = formOf({ properties: { berth: { type: 'string', title: 'Berth', enum: ['A', 'B'] } } });

/** What is announced first where the choices of a field load. */
function announced(visibility: Visibility): string {
  const plan = resolve(form, situationOf(form));
  const fields = plan.fields.map((field) =>
    field.name === 'berth' ? { ...field, visibility, optionsState: 'loading' as const } : field,
  );
  return renderToStaticMarkup(
    <Announcements
      lifecycle={lifecycleAfter(undefined)}
      plan={{ ...plan, fields }}
      thanks="Thank you"
      text={textsOf(form, 'en')}
    />,
  );
}

describe('Announcements', () => {
  it('say that the choices of a field load, where it is shown and nowhere else', () => {
    expect(announced('shown')).toContain('Berth');
    expect(announced('concealed')).not.toContain('Berth');
    expect(announced('hidden')).not.toContain('Berth');
  });
});
