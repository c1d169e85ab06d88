import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../platform/concurrency/testing/fake-clock.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import type { DueDelivery } from '../../store/records/delivery-entry.ts';
import type { NewEnquiry } from '../../store/records/new-enquiry.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { arrival, createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import type { DeliveryResult } from './deliver.ts';
import { type DeliveryTarget, type DeliveryWorker, startDeliveryWorker } from './delivery-worker.ts';
import { dropFile, removeDroppedFile } from './drop-file.ts';

const settings = {
  ...serverSettings.deliveries,
  perDestination: 2,
  tries: 3,
  firstDelayMs: 1000,
  pollMs: 60_000,
};

const busy: DeliveryResult = { kind: 'deferred', reason: 'it answers 500' };

function storeIn(dataFolder: string): Store {
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  onTestFinished(() => store.close());
  return store;
}

/**
 * Starts a delivery worker with a real database, a clock that the test moves and a log that the test can wait
 * for.
 */
function startTestWorker(store: Store, places: Readonly<Record<string, DeliveryTarget>>) {
  const clock = createFakeClock(arrival);
  const events: Record<string, unknown>[] = [];
  const log = createLog({ write: (line) => events.push(JSON.parse(line)), now: clock.now });
  const all = new Map(Object.entries(places));
  const worker: DeliveryWorker = startDeliveryWorker({
    store,
    getTargets: () => all,
    settings,
    clock,
    random: () => 0.5,
    log,
  });
  onTestFinished(() => worker.stop());
  const expectEvents = (event: string, count = 1) =>
    expect.poll(() => events.filter((one) => one.event === event)).toHaveLength(count);
  return { worker, clock, events, expectEvents };
}

/** A destination that gives these answers in turn, and the last one again and again. */
function answering(...answers: readonly DeliveryResult[]) {
  const delivered: DueDelivery[] = [];
  const deliver = async (due: DueDelivery): Promise<DeliveryResult> => {
    delivered.push(due);
    return answers[Math.min(delivered.length, answers.length) - 1] ?? { kind: 'taken' };
  };
  return { deliver, brought: delivered };
}

/** A destination whose deliveries end when the test says so. */
function held() {
  const underWay: { readonly due: DueDelivery; end(delivered: DeliveryResult): void }[] = [];
  return {
    underWay,
    deliver: (due: DueDelivery) => new Promise<DeliveryResult>((end) => underWay.push({ due, end })),
  };
}

const to = (...destinations: readonly string[]): Partial<NewEnquiry> => ({
  deliveries: destinations.map((destination) => ({ destination, body: '{"a":1}' })),
});

describe('startDeliveryWorker', () => {
  it('brings what is queued to each of its destinations, and nothing to one that is not there', async () => {
    const store = storeIn(createTemporaryFolder());
    const [crm, archive] = [answering(), answering()];
    const { worker, expectEvents } = startTestWorker(store, { crm, archive });
    const entry = createEntry(to('crm', 'archive', 'gone'));
    await store.accept(entry);
    worker.poll();
    await expectEvents('delivered', 2);
    expect([...crm.brought, ...archive.brought].map(({ enquiryId, body }) => ({ enquiryId, body }))).toEqual(
      [1, 2].map(() => ({ enquiryId: entry.id, body: '{"a":1}' })),
    );
    expect((await store.listDeliveries(entry.id)).map(({ state }) => state)).toEqual([
      'sent',
      'sent',
      'waiting',
    ]);
  });

  it('tries again after longer and longer, and switches off what took nothing with all tries, with an alert', async () => {
    const store = storeIn(createTemporaryFolder());
    const crm = answering(busy);
    const { worker, clock, expectEvents, events } = startTestWorker(store, { crm });
    const entry = createEntry(to('crm'));
    await store.accept(entry);
    worker.poll();
    await expectEvents('delivery-delayed', 1);
    clock.advance(1000);
    await expectEvents('delivery-delayed', 2);
    clock.advance(1000);
    expect(crm.brought).toHaveLength(2);
    clock.advance(1000);
    await expectEvents('destination-switched-off');
    expect(events.at(-1)).toMatchObject({ level: 'error', destination: 'crm', reason: 'it answers 500' });
    await store.accept(createEntry(to('crm')));
    worker.poll();
    await store.ping();
    expect(crm.brought).toHaveLength(3);
    // The destination works again: failed and waiting deliveries are sent.
    crm.deliver = async (due) => {
      crm.brought.push(due);
      return { kind: 'taken' };
    };
    await store.switchOn({ destination: 'crm', now: clock.now() });
    worker.poll();
    await expectEvents('delivered', 2);
    expect(await store.destinationStates()).toEqual([]);
  });

  it('holds up nobody with one that hangs', async () => {
    const store = storeIn(createTemporaryFolder());
    const [dead, crm] = [held(), answering()];
    const { worker, expectEvents } = startTestWorker(store, { dead, crm });
    for (let count = 0; count < 20; count += 1) await store.accept(createEntry(to('dead', 'crm')));
    worker.poll();
    await expectEvents('delivered', 20);
    expect(dead.underWay).toHaveLength(2);
    for (const { end } of dead.underWay) end(busy);
  });

  it('brings again what another had taken when it was killed, once its lease has ended', async () => {
    const folder = createTemporaryFolder();
    const entry = createEntry(to('crm'));
    const first = storeIn(folder);
    await first.accept(entry);
    const places = [{ destination: 'crm', limit: 1 }];
    const lease = { now: arrival, leasedUntil: arrival + settings.leaseMs, photosWaitMs: 0 };
    expect(await first.claimDeliveries({ ...lease, places })).toHaveLength(1);
    await first.close();
    const crm = answering();
    const { clock, worker, expectEvents } = startTestWorker(storeIn(folder), { crm });
    worker.poll();
    clock.advance(settings.leaseMs - 1);
    expect(crm.brought).toEqual([]);
    clock.advance(1);
    worker.poll();
    await expectEvents('delivered');
  });

  it('leaves what it breaks off to whoever comes next, and ends in time', async () => {
    const store = storeIn(createTemporaryFolder());
    const seen: AbortSignal[] = [];
    const deliver: DeliveryTarget['deliver'] = (_due, signal) =>
      new Promise((end) => {
        seen.push(signal);
        signal.addEventListener('abort', () => end({ kind: 'deferred', reason: 'broken off' }));
      });
    const { worker, clock, events } = startTestWorker(store, { crm: { deliver } });
    const entry = createEntry(to('crm'));
    await store.accept(entry);
    worker.poll();
    await expect.poll(() => seen).toHaveLength(1);
    const stopped = worker.stop();
    clock.advance(settings.graceMs);
    await stopped;
    expect(events).toEqual([]);
    expect(await store.listDeliveries(entry.id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  it('takes back a file that was dropped of an enquiry erased meanwhile', async () => {
    const store = storeIn(createTemporaryFolder());
    const folder = createTemporaryFolder();
    const entry = createEntry(to('drop'));
    const deliver: DeliveryTarget['deliver'] = async (due) => {
      const delivered = await dropFile(due, folder);
      expect(readFileSync(join(folder, `${entry.reference}.json`), 'utf8')).toBe('{"a":1}');
      const note = { at: arrival, action: 'erased', who: { name: 'Ada' }, about: 'mark' } as const;
      await store.eraseEnquiry({ id: entry.id, note });
      return delivered;
    };
    const { worker } = startTestWorker(store, {
      drop: { deliver, withdraw: (due) => removeDroppedFile(due, folder) },
    });
    await store.accept(entry);
    worker.poll();
    await expect
      .poll(async () => [(await store.enquiry(entry.id)) === undefined, readdirSync(folder)])
      .toEqual([true, []]);
  });
});

describe('dropFile', () => {
  it('puts a whole file there by its reference, again in the place of the first, and says what to mend', async () => {
    const folder = createTemporaryFolder();
    const due = { reference: 'K7Q-M2X-HP4', body: '{"b":2}' };
    await dropFile({ ...due, body: '{"b":1}' }, folder);
    expect(await dropFile(due, folder)).toEqual({ kind: 'taken' });
    expect(readdirSync(folder)).toEqual(['K7Q-M2X-HP4.json']);
    expect(readFileSync(join(folder, 'K7Q-M2X-HP4.json'), 'utf8')).toBe('{"b":2}');
    expect(await dropFile(due, join(folder, 'none'))).toMatchObject({
      reason: expect.stringMatching(/cannot be written to \(ENOENT\); create the folder/),
    });
    await expect(dropFile({ ...due, reference: '../../etc/passwd' }, folder)).rejects.toThrow(
      /Cannot name a file/,
    );
  });
});
