import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addRule, type Change, type Patch } from '#engine/editing/index.ts';
import type { AcceptedChange, ChangeAnswer, DraftView } from '../../api/studio.ts';
import { createStudioDraftStore, type UnsentChangesStorage } from './draft-store.ts';

const documents = { 'texts/en.json': { phone: 'Phone', name: 'Name' } };
const view = {
  draft: 'd1',
  version: 0,
  documents,
  changes: [],
  outdated: {},
  collisions: [],
  content: { refused: [] },
  published: { hash: 'h', documents },
} as unknown as DraftView;

const label = (key: string, before: string, after: string) => ({
  file: 'texts/en.json',
  path: [key],
  before,
  after,
});

function taken(id: string, version: number, patches: Change['patches'], by = 'other'): AcceptedChange {
  const inverse = patches.map(({ before, after, ...patch }) => ({ ...patch, before: after, after: before }));
  return { id, version, at: 0, by, title: { key: 'text' }, patches, inverse } as AcceptedChange;
}

function createUnsentStorage(
  pending: readonly Change[] = [],
): UnsentChangesStorage & { kept: readonly Change[] } {
  return {
    by: 'me',
    kept: pending,
    claimAbandoned: async () => pending,
    release: () => undefined,
    write(next) {
      this.kept = next;
    },
  };
}

let answer: (change: Change) => ChangeAnswer | undefined;
const sent: Change[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  answer = (change) => ({
    kind: 'taken',
    change: { ...taken(change.id, 1, change.patches, 'me'), ...change },
  });
  vi.stubGlobal('fetch', async (_address: string, { body }: { readonly body: string }) => {
    const { change } = JSON.parse(body) as { readonly change: Change };
    sent.push(change);
    const changeAnswer = answer(change);
    if (!changeAnswer) throw new TypeError('no network');
    return Response.json(changeAnswer);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the draft in a page', () => {
  it('keeps what a role no longer does for, and sends it once it does, or lets go of it', async () => {
    const refuse = () => Response.json({ error: 'not-allowed', needs: 'editor' }, { status: 403 });
    const take = fetch;
    const unsentStorage = createUnsentStorage();
    const store = createStudioDraftStore(view, unsentStorage);
    const type = (before: string, after: string) =>
      store.perform({ title: { key: 'text' }, patches: [label('phone', before, after)] });
    vi.stubGlobal('fetch', async () => refuse());
    type('Phone', 'Mobile');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getSnapshot()).toMatchObject({ saving: 'not-allowed', version: 0 });
    expect(store.getSnapshot().documents['texts/en.json']).toMatchObject({ phone: 'Mobile' });
    expect(unsentStorage.kept).toHaveLength(1);
    vi.stubGlobal('fetch', take);
    store.retry();
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', version: 1 });

    vi.stubGlobal('fetch', async () => refuse());
    type('Mobile', 'Cell');
    await vi.advanceTimersByTimeAsync(1000);
    store.discardUnsent();
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', unsent: [] });
    expect(store.getSnapshot().documents['texts/en.json']).toMatchObject({ phone: 'Mobile' });
    expect(unsentStorage.kept).toEqual([]);
  });

  it.each([401, 403])(
    'is sent again where a refusal %s comes after its person has signed in',
    async (status) => {
      const take = fetch;
      const store = createStudioDraftStore(view, createUnsentStorage());
      const refusal = Promise.withResolvers<Response>();
      vi.stubGlobal('fetch', () => refusal.promise);
      store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] });
      await vi.advanceTimersByTimeAsync(1000);
      store.retry();
      vi.stubGlobal('fetch', take);
      refusal.resolve(Response.json({ error: 'not-allowed' }, { status }));
      await vi.advanceTimersByTimeAsync(1000);
      expect(store.getSnapshot()).toMatchObject({ saving: 'saved', version: 1 });
    },
  );

  it('shows what lies outside of one’s limits with why, and goes on', async () => {
    const take = fetch;
    const store = createStudioDraftStore(view, createUnsentStorage());
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'outside-reach', outside: ['texts/en.json phone'] }, { status: 403 }),
    );
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', refused: [{ reason: 'outside-reach' }] });
    expect(store.getSnapshot().documents['texts/en.json']).toMatchObject({ phone: 'Phone' });
    vi.stubGlobal('fetch', take);
  });

  it('shows a change at once, and gathers what is typed into one', async () => {
    const store = createStudioDraftStore(view, createUnsentStorage());
    for (const [before, after] of [
      ['Phone', 'M'],
      ['M', 'Mo'],
      ['Mo', 'Mob'],
    ] as const)
      store.perform({ title: { key: 'text' }, patches: [label('phone', before, after)], group: 'phone' });
    expect(store.getSnapshot().documents['texts/en.json']).toMatchObject({ phone: 'Mob' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.map(({ patches }) => patches)).toEqual([[label('phone', 'Phone', 'Mob')]]);
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', version: 1 });
  });

  it('sends examples along that fit what a change asks, and leaves them to whoever writes the documents', async () => {
    const date = { type: 'string', format: 'date' };
    const ruled = {
      'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'hire', folder: 'hire' }] },
      'fields.json': { $defs: {} },
      'rules.json': { rules: [] },
      'forms/hire/schema.json': {
        properties: { from: date, to: date },
        examples: [{ from: '2030-06-02', to: '2030-06-01' }],
      },
      'forms/hire/ui.json': {},
    } as unknown as DraftView['documents'];
    const then = { bound: { to: { minimum: { var: 'values.from' } } } };
    const { patches } = addRule(ruled, { words: 'planted', rule: { description: 'Planted', then } });
    for (const key of ['rule-added', 'json'] as const)
      createStudioDraftStore({ ...view, documents: ruled }, createUnsentStorage()).perform({
        title: { key },
        patches,
      });
    await vi.advanceTimersByTimeAsync(1000);
    const example = {
      file: 'forms/hire/schema.json',
      path: ['examples'],
      before: [{ from: '2030-06-02', to: '2030-06-01' }],
      after: [{ from: '2030-06-02', to: '2030-06-02' }],
    };
    expect(sent.map((change) => change.patches)).toEqual([[...patches, example], patches]);
  });

  it('sends what is typed without a pause within a second, as one step', async () => {
    answer = (change) => ({
      kind: 'taken',
      change: { ...taken(change.id, sent.length, change.patches, 'me'), ...change },
    });
    const store = createStudioDraftStore(view, createUnsentStorage());
    let typed = 'Phone';
    for (let letter = 0; letter < 100; letter += 1) {
      const next = `${typed}x`;
      store.perform({
        title: { key: 'text' },
        group: 'phone',
        patches: [label('phone', typed, next)],
      });
      typed = next;
      await vi.advanceTimersByTimeAsync(30);
      const [last] = sent.at(-1)?.patches ?? [];
      const onDisk = String(Object(last).after ?? 'Phone').length;
      // 30 ms a letter: a second's worth of them is not there yet.
      expect(typed.length - onDisk).toBeLessThan(1000 / 30);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', history: { undo: [{}] } });
    expect(store.getSnapshot().history.undo).toHaveLength(1);
  });

  it('keeps what a network does not take, and sends it again as it was', async () => {
    answer = () => undefined;
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'M')], group: 'phone' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot().saving).toBe('offline');
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'M', 'Mo')], group: 'phone' });
    expect(unsent.kept.map(({ patches }) => patches)).toEqual([
      [label('phone', 'Phone', 'M')],
      [label('phone', 'M', 'Mo')],
    ]);
    answer = (change) => ({
      kind: 'taken',
      change: { ...taken(change.id, store.getSnapshot().version + 1, change.patches, 'me'), ...change },
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', version: 2 });
    expect(unsent.kept).toEqual([]);
  });

  it('sends nothing more once it is stopped, and leaves what waits to the next', async () => {
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] });
    store.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
    const next = createStudioDraftStore(view, createUnsentStorage(unsent.kept));
    await vi.advanceTimersByTimeAsync(1000);
    expect(next.getSnapshot()).toMatchObject({ saving: 'saved', version: 1 });
    expect(sent.map(({ patches }) => patches)).toEqual([[label('phone', 'Phone', 'Mobile')]]);
  });

  it('is answered after it was stopped, and leaves only the rest', async () => {
    const taking = fetch;
    const answered = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      await answered.promise;
      return taking(...asked);
    });
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    const type = (key: string, before: string, after: string) =>
      store.perform({ title: { key: 'text' }, patches: [label(key, before, after)] });
    type('phone', 'Phone', 'Mobile');
    await vi.advanceTimersByTimeAsync(1000);
    type('name', 'Name', 'Full name');
    store.stop();
    answered.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    store.retry();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(1);
    expect(unsent.kept).toMatchObject([{ patches: [label('name', 'Name', 'Full name')] }]);
  });

  it('asks for a new sign-in as long as nobody has signed in, whatever an earlier page has left', async () => {
    let found: (left: readonly Change[]) => void = () => undefined;
    const slow = {
      ...createUnsentStorage(),
      claimAbandoned: () => new Promise<readonly Change[]>((resolve) => (found = resolve)),
    };
    const store = createStudioDraftStore(view, slow);
    store.applyEvent({ kind: 'signed-out' });
    found([{ id: 'left', title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] }]);
    await Promise.resolve();
    expect(store.getSnapshot()).toMatchObject({ saving: 'signed-out', unsent: [{ id: 'left' }] });
  });

  it('says that the server’s disk is full, and sends again until there is room', async () => {
    const take = fetch;
    vi.stubGlobal('fetch', async () => Response.json({ error: 'store-full' }, { status: 507 }));
    const store = createStudioDraftStore(view, createUnsentStorage());
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'M')], group: 'phone' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot().saving).toBe('store-full');
    vi.stubGlobal('fetch', take);
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.getSnapshot()).toMatchObject({ saving: 'saved', version: 1 });
  });

  it('catches up with what it did not hear, its own changes among it', async () => {
    answer = () => undefined;
    const store = createStudioDraftStore(view, createUnsentStorage());
    store.perform({ title: { key: 'text' }, patches: [label('name', 'Name', 'Full name')] });
    await vi.advanceTimersByTimeAsync(1000);
    const [mine] = sent;
    if (!mine) throw new Error('nothing was sent');
    const missed = taken('a', 1, [label('phone', 'Phone', 'Mobile')]);
    // An event from after a gap is of no use alone.
    store.applyEvent({
      kind: 'change',
      draft: 'd1',
      change: taken('c', 3, [label('phone', 'Mobile', 'Handset')]),
    });
    expect(store.getSnapshot().version).toBe(0);
    store.applyMissedChanges({
      draft: 'd1',
      changes: [
        missed,
        { ...taken(mine.id, 2, mine.patches, 'me') },
        taken('c', 3, [label('phone', 'Mobile', 'Handset')]),
      ],
    });
    expect(store.getSnapshot()).toMatchObject({
      version: 3,
      saving: 'saved',
      documents: { 'texts/en.json': { phone: 'Handset', name: 'Full name' } },
    });
  });

  it('takes up what was told before what comes first, of the next draft as well, and nothing of a former', async () => {
    const store = createStudioDraftStore(view, createUnsentStorage());
    const change = (draft: string, version: number, before: string, after: string) =>
      store.applyEvent({
        kind: 'change',
        draft,
        change: taken(`${draft}-${version}`, version, [label('phone', before, after)]),
      });
    // The answer with the first one is overtaken by events of the others.
    change('d1', 3, 'Handset', 'Landline');
    change('d1', 2, 'Mobile', 'Handset');
    store.applyMissedChanges({
      draft: 'd1',
      changes: [taken('d1-1', 1, [label('phone', 'Phone', 'Mobile')])],
    });
    expect(store.getSnapshot()).toMatchObject({
      version: 3,
      documents: { 'texts/en.json': { phone: 'Landline' } },
    });
    change('d1', 5, 'nobody', 'knows');
    store.applyEvent({ kind: 'other-draft', draft: 'd2', page: 'theirs' });
    change('d2', 2, 'Call', 'Call us');
    const documents = { 'texts/en.json': { phone: 'Landline', name: 'Name' } };
    const first = taken('d2-1', 1, [label('phone', 'Landline', 'Call')]);
    store.replaceDraft({ ...view, draft: 'd2', documents });
    change('d1', 1, 'Landline', 'Former');
    store.applyEvent({ kind: 'change', draft: 'd2', change: first });
    expect(store.getSnapshot()).toMatchObject({
      version: 2,
      documents: { 'texts/en.json': { phone: 'Call us' } },
    });
  });

  it('that was published meanwhile takes what was not sent along to the next', async () => {
    answer = () => ({ kind: 'other-draft' });
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot().isOutdated).toBe(true);
    answer = (change) => ({
      kind: 'taken',
      change: { ...taken(change.id, 1, change.patches, 'me'), ...change },
    });
    const next = createStudioDraftStore({ ...view, draft: 'd2' }, createUnsentStorage(unsent.kept));
    await vi.advanceTimersByTimeAsync(1000);
    expect(next.getSnapshot()).toMatchObject({
      saving: 'saved',
      documents: { 'texts/en.json': { phone: 'Mobile' } },
    });
  });

  it('goes on with the next draft in the same page, and with what was typed meanwhile', async () => {
    const store = createStudioDraftStore(view, createUnsentStorage());
    answer = (change) => {
      if (sent.length === 1) {
        // It was taken, and published; while the answer is on its way the page hears of the next draft.
        store.applyEvent({ kind: 'other-draft', draft: 'd2', page: 'theirs' });
        const documents = { 'texts/en.json': { phone: 'Mobile', name: 'Name' } };
        store.replaceDraft({ ...view, draft: 'd2', documents });
        return { kind: 'taken', change: taken(change.id, 1, change.patches, 'me') };
      }
      return { kind: 'taken', change: { ...taken(change.id, 1, change.patches, 'me'), ...change } };
    };
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot()).toMatchObject({ draft: 'd2', version: 0, publishedBy: 'theirs' });
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Mobile', 'Mobile number')] });
    await vi.advanceTimersByTimeAsync(1000);
    // What is heard of the draft that one is in already changes nothing.
    store.applyEvent({ kind: 'other-draft', draft: 'd2', page: 'theirs' });
    expect(store.getSnapshot()).toMatchObject({
      version: 1,
      saving: 'saved',
      isOutdated: false,
      unsent: [],
      documents: { 'texts/en.json': { phone: 'Mobile number' } },
    });
  });

  it('shows both versions of a collision; keeping one’s own is made for what stands there', async () => {
    answer = (change) => ({
      kind: 'conflict',
      conflicts: [{ patch: change.patches[0] ?? label('', '', ''), current: 'Theirs' }],
    });
    const store = createStudioDraftStore(view, createUnsentStorage());
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mine')] });
    await vi.advanceTimersByTimeAsync(1000);
    store.applyEvent({
      kind: 'change',
      draft: 'd1',
      change: taken('a', 1, [label('phone', 'Phone', 'Theirs')]),
    });
    const [collision] = store.getSnapshot().collisions;
    expect(store.getSnapshot().documents['texts/en.json']).toMatchObject({ phone: 'Theirs' });
    if (collision) store.decideCollision(collision, 'mine');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.at(-1)?.patches).toEqual([label('phone', 'Theirs', 'Mine')]);
  });

  it('goes back over a step that another has changed since: it is shown, and those before it are taken back', async () => {
    answer = (change) => {
      const met = change.undoes && change.patches[0]?.path[0] === 'phone' ? change.patches[0] : undefined;
      if (met) return { kind: 'conflict', conflicts: [{ patch: met, current: 'Theirs' }] };
      const version = store.getSnapshot().version + 1;
      return { kind: 'taken', change: { ...taken(change.id, version, change.patches, 'me'), ...change } };
    };
    const store = createStudioDraftStore(view, createUnsentStorage());
    store.perform({ title: { key: 'text' }, patches: [label('name', 'Name', 'Full name')] });
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mobile')] });
    await vi.advanceTimersByTimeAsync(1000);
    store.applyEvent({
      kind: 'change',
      draft: 'd1',
      change: taken('a', 3, [label('phone', 'Mobile', 'Theirs')]),
    });
    store.undoSteps(2);
    await vi.advanceTimersByTimeAsync(1000);
    const { documents: now, collisions, history } = store.getSnapshot();
    expect(now['texts/en.json']).toEqual({ phone: 'Theirs', name: 'Name' });
    expect(collisions.length).toBe(1);
    expect([history.undo.length, history.redo.length]).toEqual([1, 1]);
    const [collision] = collisions;
    if (collision) store.decideCollision(collision, 'theirs');
    expect(store.getSnapshot().history.undo).toEqual([]);
    store.undoSteps(-1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot().documents['texts/en.json']).toEqual({ phone: 'Theirs', name: 'Full name' });
  });

  it('shows what a version met in the draft until somebody decides, here or on another page', async () => {
    answer = (change) => ({
      kind: 'taken',
      change: { ...taken(change.id, 1, change.patches, 'me'), ...change },
    });
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    const met = (id: string, patch: Patch) => ({
      change: { id, title: { key: 'text' }, patches: [patch] },
      conflicts: [{ patch, current: 'Live' }],
    });
    const documents = { 'texts/en.json': { phone: 'Live', name: 'Live' } };
    const collisions = [met('a', label('phone', 'Phone', 'Draft')), met('b', label('name', 'Name', 'Draft'))];
    store.replaceDraft({ ...view, draft: 'd2', documents, collisions });
    expect(unsent.kept).toEqual([]);
    store.applyEvent({ kind: 'settled', id: 'b' });
    const [collision, ...others] = store.getSnapshot().collisions;
    expect([collision?.change.id, others]).toEqual(['a', []]);
    if (collision) store.decideCollision(collision, 'mine');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.at(-1)).toMatchObject({ settles: 'a', patches: [label('phone', 'Live', 'Draft')] });
    expect(store.getSnapshot().collisions).toEqual([]);
  });

  it('takes what is typed into one place after a pause, or after leaving it, for another step', async () => {
    let version = 0;
    answer = (change) => {
      version += 1;
      return { kind: 'taken', change: { ...taken(change.id, version, change.patches, 'me'), ...change } };
    };
    const store = createStudioDraftStore(view, createUnsentStorage());
    const type = (before: string, after: string) =>
      store.perform({ title: { key: 'text' }, patches: [label('phone', before, after)], group: 'phone' });
    const steps = () => store.getSnapshot().history.undo.length;
    type('Phone', 'A');
    await vi.advanceTimersByTimeAsync(2_000);
    type('A', 'B');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(steps()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    type('B', 'C');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(steps()).toBe(2);
    store.endStep();
    type('C', 'D');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(steps()).toBe(3);
  });

  it('shows one collision for a place, however often what is typed there meets the other', async () => {
    answer = ({ patches: [patch = label('', '', '')] }) => ({
      kind: 'conflict',
      conflicts: [{ patch, current: sent.length === 1 ? 'B' : 'BB' }],
    });
    const store = createStudioDraftStore(view, createUnsentStorage());
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'A')] });
    await vi.advanceTimersByTimeAsync(1000);
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'AA')] });
    await vi.advanceTimersByTimeAsync(1000);
    store.perform({ title: { key: 'text' }, patches: [label('name', 'Name', 'N')] });
    await vi.advanceTimersByTimeAsync(1000);
    const { collisions } = store.getSnapshot();
    const shown = collisions.map(({ change, conflicts: [met] }) => [change.patches[0]?.after, met?.current]);
    expect(shown).toEqual([
      ['AA', 'BB'],
      ['N', 'BB'],
    ]);
  });

  it('keeps a collision that nobody has decided on for the next page', async () => {
    answer = (change) => ({
      kind: 'conflict',
      conflicts: [{ patch: change.patches[0] ?? label('', '', '') }],
    });
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mine')] });
    await vi.advanceTimersByTimeAsync(1000);
    const [mine] = sent;
    expect(unsent.kept).toEqual([mine]);
    const [collision] = store.getSnapshot().collisions;
    if (collision) store.decideCollision(collision, 'theirs');
    expect(unsent.kept).toEqual([]);
  });

  it('shows what is refused for good, and goes on with what comes after it', async () => {
    answer = (change) =>
      change.id === sent[0]?.id
        ? { kind: 'refused', reason: 'too-deep' }
        : { kind: 'taken', change: { ...taken(change.id, 1, change.patches, 'me'), ...change } };
    const unsent = createUnsentStorage();
    const store = createStudioDraftStore(view, unsent);
    store.perform({ title: { key: 'text' }, patches: [label('phone', 'Phone', 'Mine')] });
    store.perform({ title: { key: 'text' }, patches: [label('name', 'Name', 'Full name')] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getSnapshot()).toMatchObject({
      saving: 'saved',
      refused: [{ change: { patches: [label('phone', 'Phone', 'Mine')] }, reason: 'too-deep' }],
      documents: { 'texts/en.json': { phone: 'Phone', name: 'Full name' } },
    });
    const [refused] = store.getSnapshot().refused;
    if (refused) store.dismiss(refused);
    expect(store.getSnapshot().refused).toEqual([]);
  });
});
