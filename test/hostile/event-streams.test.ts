import { expect, it, onTestFinished } from 'vitest';
import type { PresentPerson } from '../../src/api/studio.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { startOwnedStudio } from '../support/owned-studio.ts';
import { receiveStudioEvents } from '../support/studio-events.ts';
import { createStudioSession, goodPassword, signInTo } from '../support/studio-session.ts';

const { ofSession, ofPerson } = serverSettings.people.streams;
const studio = startOwnedStudio();

/** Opens a stream, with its status and what closes it. */
async function streamOf(headers: Readonly<Record<string, string>>) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const response = await fetch(new URL('/studio/api/events?page=p', studio.server.url), {
    headers,
    signal: ending.signal,
  });
  return { status: response.status, close: () => ending.abort() };
}

async function statuses(
  count: number,
  headers: Readonly<Record<string, string>>,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await streamOf(headers)).status);
  return found;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

it('a session has so many streams of events, a person so many, and nobody else fewer for it', async () => {
  const { cookie } = await studio.joins('Vic', 'viewer');
  const first = await streamOf({ cookie });
  expect(first.status).toBe(200);
  expect(await statuses(6, { cookie })).toEqual([...times(ofSession - 1, 200), ...times(7 - ofSession, 429)]);
  const again = async () =>
    createStudioSession(studio.server.url, {
      cookie: await signInTo(studio.server.url, { name: 'Vic', password: goodPassword }),
    });
  expect(await statuses(ofSession, { cookie: (await again()).cookie })).toEqual(times(ofSession, 200));
  const expiresAt = Date.now() + 3_600_000;
  const asked = { purpose: 'x', role: 'viewer', expiresAt };
  const { token } = await (await again()).post<{ readonly token: string }>('tokens', asked);
  const left = ofPerson - 2 * ofSession;
  const authorization = `Bearer ${token}`;
  expect(await statuses(left + 2, { authorization })).toEqual([...times(left, 200), 429, 429]);
  expect(await statuses(1, { cookie: studio.owner.cookie })).toEqual([200]);
  first.close();
  await expect.poll(async () => (await statuses(1, { cookie }))[0]).toBe(200);
});

it('are told who is there as they begin, and then what is other', async () => {
  const ann = await studio.joins('Ann', 'viewer');
  const bea = await studio.joins('Bea', 'viewer');
  const hears = await receiveStudioEvents(studio.server.url, { cookie: ann.cookie, page: 'ann' });
  const places = () =>
    hears.of('presence').flatMap(({ here }) => here.map(({ page, place }) => [page, place]));
  const late = await receiveStudioEvents(studio.server.url, { cookie: bea.cookie, page: 'bea' });
  await bea.post('presence', { page: 'bea', place: '/studio/rules' });
  await expect.poll(places).toContainEqual(['bea', '/studio/rules']);
  const last = () => places().findLast(([page]) => page === 'bea')?.[1];
  // Others see this as a link, which would lead out of the studio.
  await bea.post('presence', { page: 'bea', place: '/studio/%2e%2e/graphql' });
  await expect.poll(last).toBe('');
  await bea.post('presence', { page: 'bea', place: '/studio/texts' });
  await expect.poll(last).toBe('/studio/texts');
  expect(hears.of('present')).toHaveLength(1);
  const [{ people } = { people: [] as readonly PresentPerson[] }] = late.of('present');
  expect(people.map(({ page }) => page)).toEqual(expect.arrayContaining(['ann', 'bea']));
  await late.stop();
  // Pages of the previous test may be reported as closed by now.
  const gone = () => hears.of('presence').flatMap((told) => told.gone.filter((page) => page !== 'p'));
  await expect.poll(gone).toEqual(['bea']);
  expect(places().filter(([page]) => page === 'ann').length).toBeLessThan(2);
});

it('are told whoever is there by their new name, once their account has one', async () => {
  const [dan, cleo] = [await studio.joins('Dan', 'viewer'), await studio.joins('Cleo', 'viewer')];
  const hears = await receiveStudioEvents(studio.server.url, { cookie: dan.cookie, page: 'dan' });
  const last = () =>
    hears
      .of('presence')
      .flatMap(({ here }) => here)
      .findLast(({ page }) => page === 'cleo');
  await receiveStudioEvents(studio.server.url, { cookie: cleo.cookie, page: 'cleo' });
  await cleo.post('presence', { page: 'cleo', place: '/studio/account' });
  await expect.poll(last).toEqual({ page: 'cleo', name: 'Cleo', place: '/studio/account' });
  await cleo.post('me', { name: 'Cleopatra' });
  await expect.poll(last).toEqual({ page: 'cleo', name: 'Cleopatra', place: '/studio/account' });
  await cleo.post('presence', { page: 'cleo', place: '/studio/rules' });
  await expect.poll(last).toEqual({ page: 'cleo', name: 'Cleopatra', place: '/studio/rules' });
});
