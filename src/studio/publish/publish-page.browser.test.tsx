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
    ['warned', 'warning', /^1 warning/],
    ['refused', 'error', /^1 error/],
  ])('puts the focus on what a restored version is %s for', async (kind, severity, name) => {
    studio.answer('restore', () => Response.json({ kind, findings: [{ ...finding, severity }] }));
    await studio.open('/studio/publish?restore=2');
    await page.getByRole('button', { name: 'Make live again' }).click();
    const heading = page.getByRole('heading', { name });
    await expect.element(heading).toHaveFocus();
    await expect.element(heading).toBeInViewport();
  });

  it('lets a scenario expect what was meant, as the checks do', async () => {
    await studio.open('/studio/publish');
    const patch = { file: 'texts/en.json', path: ['send-message'], before: 'Send message', after: 'Send' };
    await expect.element(page.getByRole('heading', { name: 'Publish' })).toBeVisible();
    studio.changeAsOther(patch);
    const renewal = [{ file: 'texts/de.json', path: ['planted'], after: 'Planted' }];
    await expect.element(page.getByText('Checking…').first()).toBeVisible();
    studio.report([{ ...finding, severity: 'error', reason: '“A” fails', renewal }] as never);
    await page.getByRole('button', { name: /This is intended/ }).click();
    await expect.poll(studio.documents).toMatchObject({ 'texts/de.json': { planted: 'Planted' } });
  });

  it('asks for the name of a scenario that expects something else from now on', async () => {
    await studio.open('/studio/publish');
    await expect.element(page.getByRole('heading', { name: 'Publish' })).toBeVisible();
    const scenarios = [
      { name: 'Two photos are too many', on: { type: 'general' }, expect: { photos: 1 } },
      { name: 'Taken', on: { type: 'general' }, expect: {} },
    ];
    studio.changeAsOther({ file: 'scenarios.json', path: [], after: { scenarios } as never });
    await expect.element(page.getByText('Checking…').first()).toBeVisible();
    const renewal = [
      {
        file: 'scenarios.json',
        path: ['scenarios', 'Two photos are too many', 'expect', 'photos'],
        before: 1,
        after: 3,
      },
    ];
    studio.report([{ ...finding, severity: 'error', reason: '“A” fails', renewal }] as never);
    const name = page.getByLabelText('Name (it may still describe the old expectation)');
    await expect.element(name).toHaveValue('Two photos are too many');
    await name.fill('Taken');
    await page.getByRole('button', { name: /This is intended/ }).click();
    await expect
      .poll(() => Object(studio.documents()['scenarios.json']).scenarios)
      .toMatchObject([
        { name: 'Taken (2)', expect: { photos: 3 } },
        { name: 'Taken', expect: {} },
      ]);
  });

  it('renews no expectation for somebody who may not change it', async () => {
    studio = createFakeStudio({ role: 'publisher', types: ['general'] });
    studio.answer('consequences', () => Response.json({ kind: 'consequences', consequences: [], pages: [] }));
    await studio.open('/studio/publish');
    await expect.element(page.getByRole('heading', { name: 'Publish' })).toBeVisible();
    studio.changeAsOther({
      file: 'scenarios.json',
      path: [],
      after: {
        scenarios: [
          { name: 'Mine', on: { type: 'general' }, expect: {} },
          { name: 'Theirs', on: { type: 'other' }, expect: {} },
        ],
      } as never,
    });
    await expect.element(page.getByText('Checking…').first()).toBeVisible();
    const renewalOf = (name: string) => [
      { file: 'scenarios.json', path: ['scenarios', name, 'expect', 'photos'], after: 3 },
    ];
    studio.report(
      ['Mine', 'Theirs'].map((name) => ({
        ...finding,
        severity: 'error',
        reason: `“${name}” fails`,
        renewal: renewalOf(name),
      })) as never,
    );
    await expect.element(page.getByText('“Theirs” fails', { exact: false })).toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /This is intended/ }).elements().length).toBe(1);
  });

  it('asks to accept what is new alone, and lists what is live already below the button', async () => {
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
    const known = page.getByText('1 warning that is live already');
    await expect.element(known).toBeVisible();
    expect(known.element().compareDocumentPosition(publish.element())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
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
    await expect.element(page.getByRole('heading', { name: '1 warning to read first' })).toBeVisible();
    await expect.element(page.getByText('it is so now').first()).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'Publish despite the warning' })).toBeVisible();
  });
});
