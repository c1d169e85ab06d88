import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postNames } from '#engine';
import { boatAnswers, conditionAnswers, createStepSite, personAnswers } from '../steps/step-site.ts';
import { type FormPage, fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const path = '/steps';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ...createStepSite(), env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

/** Answers a step of a page and presses Continue, or sends on the last step. */
function answer(page: FormPage, entries: Readonly<Record<string, string>> = {}): Promise<FormPage> {
  return postForm(server.url, path, [...page.hidden, ...Object.entries(entries)]);
}

function stepOf({ hidden }: FormPage): string | undefined {
  return hidden.find(([name]) => name === postNames.step)?.[1];
}

function changed(page: FormPage, name: string, value: string): FormPage {
  return { ...page, hidden: [...page.hidden.filter(([known]) => known !== name), [name, value]] };
}

async function answered(email: string): Promise<FormPage> {
  const { accept_term: _ticked, ...texts } = personAnswers;
  let page = await fetchFormPage(server.url, path);
  page = await answer(page, { ...boatAnswers, enquiry_type: '8' });
  page = await answer(page, conditionAnswers);
  page = await answer(page);
  return answer(page, { ...texts, accept_term: 'on', email });
}

async function arrived(email: string) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}

describe('a form in steps that is posted', () => {
  it('is one enquiry, however often it is sent', async () => {
    const page = await answered('twice@example.com');
    expect(stepOf(page)).toBe('check');
    const sent = await Promise.all([answer(page), answer(page)]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(await arrived('twice@example.com')).toHaveLength(1);
  });

  it('is another enquiry with other answers, which stand on no step that is posted', async () => {
    const page = await answered('other@example.com');
    await answer(page);
    const stored = String(page.hidden.find(([name]) => name === postNames.otherValues)?.[1]);
    await answer(changed(page, postNames.otherValues, stored.replace('Kestrel 38', 'Kestrel 42')));
    const models = (await arrived('other@example.com')).map(({ values }) => values.boat_model);
    expect(models.sort()).toEqual(['Kestrel 38', 'Kestrel 42']);
  });

  it('judges everything once more, whatever step a post says that it is from', async () => {
    const page = await fetchFormPage(server.url, path);
    const bare = await answer(changed(page, postNames.step, 'check'), { enquiry_type: '8' });
    expect(bare.status).toBe(422);
    expect(stepOf(bare)).toBe('boat');
    const unknown = await answer(changed(page, postNames.step, 'nowhere'), {
      enquiry_type: '8',
      ...boatAnswers,
    });
    expect(stepOf(unknown)).toBe('condition');
    const ahead = await answer(page, { enquiry_type: '8', [postNames.goTo]: 'you' });
    expect(stepOf(ahead)).toBe('boat');
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['other kinds', JSON.stringify({ boat_make: { a: 1 }, boat_model: ['b'], upload: 'c', address: null })],
    ['what is too deep', `{"upload":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['names that every object has', '{"__proto__":{"boat_make":"x"},"constructor":"y","toString":"z"}'],
  ])('leaves out what no page has put into its hidden field: %s', async (_what, stored) => {
    const page = changed(await fetchFormPage(server.url, path), postNames.otherValues, stored);
    const last = await answer(changed(page, postNames.step, 'check'), { enquiry_type: '8' });
    expect([last.status, stepOf(last)]).toEqual([422, 'boat']);
    expect(findControlText(last, 'boat_make')).toBe('');
  });
});

describe('a preset on a step that is posted', () => {
  it('stays empty once it is emptied, on that step, on later ones and in what is sent', async () => {
    const site = createStepSite();
    const file = 'forms/valuation/schema.json';
    const schema = site.documents[file] as {
      readonly properties: Readonly<Record<string, object>>;
      readonly required: readonly string[];
    };
    const hours = { ...schema.properties.engine_hours, default: '100' };
    const documents = {
      ...site.documents,
      [file]: {
        ...schema,
        properties: { ...schema.properties, engine_hours: hours },
        required: schema.required.filter((name) => name !== 'engine_hours'),
      },
    };
    const own = await startServer({ ...site, documents, env: { SLIPWAY_RATE_LIMIT: 'off' } });
    onTestFinished(async () => {
      await own.stop();
    });
    const go = (from: FormPage, entries: Readonly<Record<string, string>> = {}) =>
      postForm(own.url, path, [...from.hidden, ...Object.entries(entries)]);
    const { accept_term: _ticked, ...texts } = personAnswers;
    const second = await go(await fetchFormPage(own.url, path), { ...boatAnswers, enquiry_type: '8' });
    expect(findControlText(second, 'engine_hours')).toBe('100');
    const third = await go(second, { ...conditionAnswers, engine_hours: '' });
    const back = await go(third, { [postNames.goTo]: String(stepOf(second)) });
    expect(findControlText(back, 'engine_hours')).toBe('');
    const again = await go(back, { ...conditionAnswers, engine_hours: '' });
    const last = await go(await go(again), { ...texts, accept_term: 'on', email: 'ann@example.com' });
    expect(stepOf(last)).toBe('check');
    expect((await go(last)).status).toBe(303);
    const [enquiry] = await own.enquiries();
    expect(enquiry?.values).not.toHaveProperty('engine_hours');
    expect(enquiry?.values).toHaveProperty('boat_model', boatAnswers.boat_model);
  });
});
