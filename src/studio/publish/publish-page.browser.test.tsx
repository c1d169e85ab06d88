import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FindingView } from '../../api/findings.ts';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
  studio.answer('consequences', () => Response.json({ kind: 'consequences', consequences: [], pages: [] }));
});

const label = (text: string) => ({
  file: 'texts/en.json',
  path: ['fields.name.label'],
  before: 'Name',
  after: text,
});
const warning = (reason: string, more: Partial<FindingView> = {}): FindingView => ({
  severity: 'warning',
  code: 'unwatched-effect',
  file: 'rules.json',
  pointer: '/rules/0',
  reason,
  ...more,
});

describe('PublishPage', () => {
  const finding = {
    file: 'texts/en.json',
    pointer: '/a',
    code: 'unused-text',
    reason: '"a" is used nowhere',
  };

  it.each([
    ['warned', 'warning', /^New with this change: 1 warning/],
    ['refused', 'error', /^1 error/],
  ])('puts the focus on what a restored version is %s for', async (kind, severity, name) => {
    studio.answer('restore', () => Response.json({ kind, findings: [{ ...finding, severity }] }));
    await studio.open('/studio/publish?restore=2');
    await page.getByRole('button', { name: 'Make live again' }).click();
    const heading = page.getByRole('heading', { name });
    await expect.element(heading).toHaveFocus();
    await expect.element(heading).toBeInViewport();
  });

  it('puts the focus on the heading when a version is live, because the button is gone', async () => {
    studio.answer('restore', () => Response.json({ kind: 'published', hash: 'a' }));
    await studio.open('/studio/publish?restore=2');
    await page.getByRole('button', { name: 'Make live again' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  const addScenarios = (...scenarios: readonly object[]) =>
    studio.changeAsOther({ file: 'scenarios.json', path: [], after: { scenarios } as never });
  /** The finding about a scenario that expects one photo and gets three. */
  const failing = (name: string): FindingView => ({
    ...finding,
    severity: 'error',
    code: 'scenario-fails',
    file: 'scenarios.json',
    pointer: '/scenarios/0/expect',
    reason: `“${name}” is not met`,
    renewal: [
      {
        file: 'scenarios.json',
        path: ['scenarios', name, 'expect', 'limits', 'photos', 'count'],
        before: 1,
        after: 3,
      },
    ],
    unmet: {
      name,
      type: 'general',
      differences: [{ path: ['limits', 'photos', 'count'], expected: 1, found: 3 }],
    },
  });
  const scenario = (name: string, type = 'general') => ({
    name,
    on: { type },
    expect: { limits: { photos: { count: 1 } } },
  });
  const scenarios = () => Object(studio.documents()['scenarios.json']).scenarios;
  const publishNow = page.getByRole('button', { name: 'Publish now' });

  it('lets all scenarios expect what was meant with one press, and offers to rename them', async () => {
    addScenarios(scenario('Two photos are too many'), scenario('One photo'), {
      ...scenario('Taken'),
      expect: {},
    });
    studio.report([failing('Two photos are too many'), failing('One photo')]);
    await studio.open('/studio/publish');
    await expect.element(page.getByRole('heading', { name: '2 expectations change' })).toBeVisible();
    const sentence = 'You expected 1 file for \u2068General enquiry\u2069; now it is 3.';
    await expect.poll(() => page.getByText(sentence).elements().length).toBe(2);
    await expect.element(page.getByRole('heading', { name: /error/ })).not.toBeInTheDocument();
    await expect.element(publishNow).toHaveAttribute('aria-disabled', 'true');

    await page.getByRole('button', { name: 'These are meant' }).click();
    await expect
      .poll(scenarios)
      .toMatchObject([
        { expect: { limits: { photos: { count: 3 } } } },
        { expect: { limits: { photos: { count: 3 } } } },
        { expect: {} },
      ]);
    // One step of the history, with the change that it follows.
    expect(studio.changes()).toHaveLength(2);
    await expect
      .poll(() => page.getByText('2 changes in the draft', { exact: false }).elements().length)
      .toBe(1);
    studio.report([]);
    await expect.element(publishNow).not.toHaveAttribute('aria-disabled');
    await expect.element(page.getByText('Include them too')).not.toBeInTheDocument();

    await expect.element(page.getByRole('heading', { name: /^2 expectations are updated/ })).toHaveFocus();
    const name = page.getByLabelText('Name of the expectation').first();
    await expect.element(name).toHaveValue('Two photos are too many');
    await name.fill('Taken');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect
      .poll(scenarios)
      .toMatchObject([{ name: 'Taken (2)' }, { name: 'One photo' }, { name: 'Taken' }]);
    await expect.element(name).toHaveValue('Taken (2)');
    await expect.poll(() => studio.changes().length).toBe(3);
    studio.report([]);
    await expect.element(publishNow).toBeEnabled();
    await expect.element(page.getByText('Include them too')).not.toBeInTheDocument();
  });

  it('shows the expectations again after an undo, and publishes the draft without what was undone', async () => {
    addScenarios(scenario('One photo'));
    studio.report([failing('One photo')]);
    await studio.open('/studio/publish');
    await page.getByRole('button', { name: 'These are meant' }).click();
    await expect.poll(scenarios).toMatchObject([{ expect: { limits: { photos: { count: 3 } } } }]);
    studio.report([]);
    await expect.element(page.getByRole('heading', { name: /^One expectation is updated/ })).toBeVisible();
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect.poll(scenarios).toMatchObject([{ expect: { limits: { photos: { count: 1 } } } }]);
    studio.report([failing('One photo')]);
    await expect.element(page.getByRole('button', { name: 'These are meant' })).toBeVisible();
    await expect.element(publishNow).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText('Include them too')).not.toBeInTheDocument();
  });

  it('leads to the expectations where somebody presses the button all the same', async () => {
    addScenarios(scenario('One photo'));
    studio.report([failing('One photo')]);
    await studio.open('/studio/publish');
    await expect.element(publishNow).toHaveAccessibleDescription(/^Say first if the changed expectations/);
    publishNow.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await expect.element(page.getByRole('heading', { name: 'One expectation changes' })).toHaveFocus();
  });

  it('renews no expectation for somebody who may not change it', async () => {
    studio = createFakeStudio({ role: 'publisher', types: ['general'] });
    studio.answer('consequences', () => Response.json({ kind: 'consequences', consequences: [], pages: [] }));
    addScenarios(scenario('Mine'), scenario('Theirs', 'other'));
    studio.report([failing('Mine'), failing('Theirs')]);
    await studio.open('/studio/publish');
    await expect.element(page.getByText(/^One of them concerns a form or a site/)).toBeVisible();
    await page.getByRole('button', { name: 'These are meant' }).click();
    await expect
      .poll(scenarios)
      .toMatchObject([
        { expect: { limits: { photos: { count: 3 } } } },
        { expect: { limits: { photos: { count: 1 } } } },
      ]);
  });

  it.each([
    [1280, 800],
    [768, 1024],
    [320, 640],
  ])('keeps the button in view at %i × %i pixels, whatever stands above it', async (width, height) => {
    await page.viewport(width, height);
    const consequences = Array.from({ length: 60 }, (_, at) => ({
      kind: 'text',
      where: { in: 'all' },
      situations: 0,
      of: 0,
      sentence: [`Change ${at}`],
    }));
    studio.answer('consequences', () => Response.json({ kind: 'consequences', consequences, pages: [] }));
    studio.changeAsOther(label('Full name'));
    studio.report(Array.from({ length: 30 }, (_, at) => warning(`warning ${at}`)));
    await studio.open('/studio/publish');
    await expect.element(page.getByText('Change 59')).toBeInTheDocument();
    await expect.element(publishNow).toBeInViewport({ ratio: 1 });
    page.getByText('Change 40').element().scrollIntoView();
    await expect.element(publishNow).toBeInViewport({ ratio: 1 });
  });

  it('lists what was changed, from and to, while the consequences are being computed', async () => {
    let answer: (response: Response) => void = () => undefined;
    studio.answer('consequences', () => new Promise((resolve) => (answer = resolve)));
    studio.changeAsOther(label('Full name'));
    await studio.open('/studio/publish');
    const known = page.getByRole('region', { name: 'What was changed' });
    await expect.element(known.getByText('Full name', { exact: false })).toBeVisible();
    answer(Response.json({ kind: 'consequences', consequences: [] }));
    await expect.element(known).not.toBeInTheDocument();
  });

  it('shows what is known of the consequences, and publishes once all are known', async () => {
    const consequence = (text: string) => ({
      kind: 'text',
      where: { in: 'all' },
      situations: 0,
      of: 0,
      sentence: [text],
    });
    let answerAll: (response: Response) => void = () => undefined;
    const answers = [
      () =>
        Response.json({ kind: 'consequences', consequences: [consequence('The first')], isPartial: true }),
      () => new Promise<Response>((resolve) => (answerAll = resolve)),
    ];
    studio.answer('consequences', () => answers.shift()?.() ?? Response.json(null));
    studio.changeAsOther(label('Full name'));
    studio.report([]);
    await studio.open('/studio/publish');
    await expect.element(page.getByText('The first')).toBeVisible();
    await expect
      .element(page.getByText('One thing is found so far', { exact: false }).first())
      .toBeInTheDocument();
    await expect.element(publishNow).toBeDisabled();
    await expect.poll(() => answers.length).toBe(0);
    answerAll(
      Response.json({
        kind: 'consequences',
        consequences: [consequence('The first'), consequence('The rest')],
      }),
    );
    await expect.element(page.getByText('The rest')).toBeVisible();
    await expect.element(publishNow).toBeEnabled();
  });

  it('asks to accept what is new alone, and lists what is known already folded', async () => {
    studio.changeAsOther(label('Full name'));
    await studio.open('/studio/publish');
    const report = (...findings: readonly FindingView[]) =>
      studio.sendEvent({
        kind: 'report',
        report: { version: 1, findings, isForm: true, isProven: true, reach: {} },
      });
    const publish = page.getByRole('button', { name: 'Publish now' });
    await expect.element(page.getByText('Checking', { exact: false })).toBeVisible();
    report(warning('it was so before', { isKnown: true }));
    await expect.element(publish).toBeVisible();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
    const known = page.getByText('Known already (1)');
    await expect.element(known).toBeVisible();
    await expect.element(page.getByText('it was so before').first()).not.toBeVisible();
  });

  it('names new warnings above the button', async () => {
    studio.changeAsOther(label('Full name'));
    await studio.open('/studio/publish');
    await expect.element(page.getByText('Checking', { exact: false })).toBeVisible();
    studio.sendEvent({
      kind: 'report',
      report: {
        version: 1,
        findings: [warning('it was so before', { isKnown: true }), warning('it is so now')],
        isForm: true,
        isProven: true,
        reach: {},
      },
    });
    await expect
      .element(page.getByRole('heading', { name: 'New with this change: 1 warning' }))
      .toBeVisible();
    await expect.element(page.getByText('it is so now').first()).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'Publish despite the warning' })).toBeVisible();
  });
});
