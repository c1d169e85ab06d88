import { describe } from 'vitest';
import { findArrived, it, storesContact } from './later-journey.ts';

const count = 1_000;

/** Returns a function that returns the same numbers from 0 to 1 in each run (Park and Miller). */
function createRandom(): () => number {
  let state = 20261129;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

describe('a line that loses one in three requests', () => {
  it(`stores each of ${count} enquiries once`, async ({ relay, relayed, server, expect }) => {
    const email = 'lossy@example.com';
    await storesContact(relayed, relay, email);
    await relayed.page.evaluate(copyWaiting, count - 1);
    const random = createRandom();
    relay.lose('/graphql', () => {
      if (random() >= 1 / 3) return undefined;
      return (['before', 'amid', 'after'] as const)[Math.floor(random() * 3)];
    });
    relay.cutAll(false);
    for (;;) {
      await relayed.page.evaluate(() => dispatchEvent(new Event('online')));
      const left = await relayed.page.evaluate(countWaiting);
      if (left === 0) break;
    }
    expect(await findArrived(server, email)).toHaveLength(count);
  });
});

/** Runs in the page: copies the only waiting enquiry, under other keys. */
async function copyWaiting(copies: number): Promise<void> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('slipway-outbox'));
  const key: CryptoKey = await done(db.transaction('keys').objectStore('keys').get(1));
  const [stored] = await done(db.transaction('enquiries').objectStore('enquiries').getAll());
  const open = { name: 'AES-GCM', iv: stored.iv };
  const enquiry = JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(open, key, stored.data)));
  for (let number = 0; number < copies; number += 1) {
    const id = crypto.randomUUID();
    const headers = { ...enquiry.post.headers, 'Idempotency-Key': id };
    const copy = { ...enquiry, id, post: { ...enquiry.post, headers } };
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = new TextEncoder().encode(JSON.stringify(copy));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes);
    const write = db.transaction('enquiries', 'readwrite').objectStore('enquiries');
    await done(write.put({ id, until: stored.until, iv, data }));
  }
  db.close();
}

/** Runs in the page: waits until nothing is being sent, and returns the number of enquiries that wait. */
async function countWaiting(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  await navigator.locks.request('slipway-outbox', () => undefined);
  const isWaiting = localStorage.getItem('slipway:waiting') !== null;
  return isWaiting ? 1 : 0;
}
