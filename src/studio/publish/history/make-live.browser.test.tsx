import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { VersionSummary } from '../../../api/versions.ts';
import { createFakeStudio, type FakeStudio } from '../../testing/fake-studio.tsx';

const version = (number: number, more: Partial<VersionSummary> = {}): VersionSummary => ({
  number,
  hash: `hash-${number}`,
  state: 'replaced',
  origin: 'studio',
  by: 'Ann',
  note: '',
  at: number,
  liveAt: number,
  ...more,
});

let studio: FakeStudio;
/** The bodies of the requests to restore. */
let requests: unknown[];
let versions: readonly VersionSummary[];
let waiting: readonly VersionSummary[];
beforeEach(() => {
  studio = createFakeStudio();
  [requests, waiting] = [[], []];
  versions = [version(3, { state: 'live' }), version(2), version(1, { state: 'cancelled' })];
  studio.answer('versions', () =>
    Response.json({ versions, waiting, live: versions.find(({ state }) => state === 'live')?.number }),
  );
  studio.answer('consequences', () => Response.json({ kind: 'consequences', consequences: [] }));
  studio.answer('versions/2', () => Response.json(version(2)));
});

/** Answers requests to restore, and records them. */
function answersRestore(answer: object): void {
  studio.answer('restore', ({ body }) => {
    requests.push(body);
    return Response.json(answer);
  });
}

const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('MakeLiveButton', () => {
  it('makes a version live with one press, says so with the focus, and offers to undo it', async () => {
    answersRestore({
      kind: 'published',
      hash: 'hash-2',
      version: version(4, { state: 'live', restores: 2, after: 3 }),
      keepsLists: true,
    });
    studio.changeAsOther({
      file: 'texts/en.json',
      path: ['fields.name.label'],
      before: 'Name',
      after: 'You',
    });
    waiting = [version(9, { state: 'scheduled', goesLiveAt: Date.parse('2031-01-05T08:00Z') })];
    await studio.open('/studio/history');
    await button('Make live again Version 2').click();
    const heading = page.getByRole('heading', { name: /^Version 2 is live again, as version 4/ });
    await expect.element(heading).toHaveFocus();
    await expect.element(page.getByText('The draft keeps its change. It is not live.')).toBeVisible();
    await expect
      .element(page.getByText('content folder do not have stay as they are', { exact: false }))
      .toBeVisible();
    await expect
      .element(page.getByText('Version 9 is scheduled for', { exact: false }).first())
      .toBeInTheDocument();
    await expect.element(page.getByText('Version 2 is live again', { exact: false }).first()).toBeVisible();
    expect(requests).toEqual([{ number: 2, after: 3, isWarned: true }]);
    await button('Undo: make version 3 live again').click();
    // The list of versions still is that before.
    await expect.poll(() => requests.at(-1)).toMatchObject({ number: 3, after: 4 });
  });

  it('says once which version was restored, also before its changes are known', async () => {
    const restored = version(4, { state: 'live', origin: 'restore', restores: 2, note: '' });
    versions = [restored, version(3), version(2)];
    await studio.open('/studio/history');
    const mention = page.getByText('Restores version 2', { exact: false });
    await expect.element(mention.first()).toBeVisible();
    expect(mention.elements()).toHaveLength(1);
  });

  it('sends one request where the button is pressed twice', async () => {
    answersRestore({
      kind: 'published',
      hash: 'hash-2',
      version: version(4, { state: 'live', restores: 2 }),
    });
    await studio.open('/studio/history');
    const press = button('Make live again Version 2');
    await expect.element(press).toBeVisible();
    for (const _press of [1, 2]) (press.element() as HTMLButtonElement).click();
    await expect.element(page.getByRole('heading', { name: /^Version 2 is live again/ })).toHaveFocus();
    expect(requests).toHaveLength(1);
  });

  it('sends the reason, and is not offered for what is live again', async () => {
    answersRestore({
      kind: 'published',
      hash: 'hash-2',
      version: version(4, { state: 'live', restores: 2, after: 3 }),
    });
    await studio.open('/studio/history/2');
    await page.getByLabelText('Why (optional)').fill(' Too fast ');
    versions = [version(4, { state: 'live', restores: 2, after: 3 }), version(3), version(2)];
    await button('Make live again').click();
    await expect.poll(() => requests).toMatchObject([{ number: 2, note: 'Too fast' }]);
    await expect.element(page.getByRole('heading', { name: /^Version 2 is live again/ })).toHaveFocus();
    await expect.element(page.getByLabelText('Why (optional)')).not.toBeInTheDocument();
  });

  it('says which errors a version has in this release', async () => {
    const reason = '"limits" is unknown';
    answersRestore({
      kind: 'refused',
      findings: [{ severity: 'error', code: 'unused-text', file: 'rules.json', pointer: '', reason }],
    });
    await studio.open('/studio/history/2');
    await button('Make live again').click();
    await expect.element(page.getByRole('heading', { name: /^Version 2 cannot be live/ })).toHaveFocus();
    await expect.element(page.getByText(reason)).toBeVisible();
  });

  it('asks to look again where somebody else has published meanwhile, or the server does not answer', async () => {
    answersRestore({ kind: 'other-draft', since: [] });
    await studio.open('/studio/history');
    await button('Make live again Version 2').click();
    await expect
      .element(page.getByText('Look at the new live version first', { exact: false }).first())
      .toBeVisible();
    studio.answer('restore', () => Promise.reject(new TypeError('offline')));
    await button('Make live again Version 2').click();
    await expect
      .element(page.getByText('The server does not answer', { exact: false }).first())
      .toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Version 2 is not live.' })).toHaveFocus();
  });

  it('offers to publish what never was live, with its findings', async () => {
    await studio.open('/studio/history');
    const link = page.getByRole('link', { name: 'Publish this version Version 1' });
    await expect.element(link).toHaveAttribute('href', '/studio/publish?restore=1');
    await expect.element(button('Make live again Version 1')).not.toBeInTheDocument();
  });

  it('is offered to publishers alone', async () => {
    studio = createFakeStudio({ role: 'editor' });
    studio.answer('versions', () => Response.json({ versions, waiting, live: 3 }));
    await studio.open('/studio/history');
    await expect.element(page.getByRole('link', { name: 'Version 2' })).toBeVisible();
    await expect.element(button(/^Make live again/)).not.toBeInTheDocument();
  });
});
