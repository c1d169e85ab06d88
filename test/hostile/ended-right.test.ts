import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import type { LinkAnswer, SignedInPerson } from '../../src/api/people.ts';
import { startOwnedStudio } from '../support/owned-studio.ts';
import { listStudioRoutes, type StudioRoute } from '../support/studio-routes.ts';
import { createStudioSession, getLinkToken, goodPassword, ownPage } from '../support/studio-session.ts';

const studio = startOwnedStudio();
const { joins } = studio;

/** A request of which the server has the head, and waits for the body. */
interface Begun {
  readonly finish: () => Promise<readonly [status: number | undefined, body: unknown]>;
}

/** Sends the head with `Expect: 100-continue`, and delays the body. */
function begin({ method, url }: StudioRoute, cookie: string): Promise<Begun> {
  const address = new URL(url.replaceAll(/:\w+/g, '1'), studio.server.url);
  const body = '{}';
  const headers = { ...ownPage, cookie, expect: '100-continue', 'content-length': body.length };
  const asked: ClientRequest = request(address, { method, agent: false, headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
  });
  asked.flushHeaders();
  const finish = async () => {
    asked.end(body);
    const response = await answered;
    const text = (await response.setEncoding('utf8').toArray()).join('');
    return [response.statusCode, JSON.parse(text || '{}')] as const;
  };
  return new Promise((resolve, reject) => {
    asked.once('continue', () => resolve({ finish })).once('error', reject);
  });
}

it('nobody changes anything with a request whose body comes after they were removed', async () => {
  const second = await joins('Second', 'owner');
  // A photo of a preview is streamed and not stored.
  const changing = (await listStudioRoutes()).filter(
    ({ method, role }) => !['GET', 'PUT'].includes(method) && role !== 'everybody',
  );
  expect(changing.length).toBeGreaterThan(45);
  const begun = await Promise.all(
    changing.map(async (route) => ({ route, ...(await begin(route, second.cookie)) })),
  );
  const { id } = await second.get<SignedInPerson>('me');
  expect((await studio.owner.ask('DELETE', `people/${id}`)).status).toBe(200);
  for (const { route, finish } of begun)
    expect([route.method, route.url, ...(await finish())]).toMatchObject([
      route.method,
      route.url,
      401,
      { error: 'signed-out' },
    ]);
});

it('the link to a new password, which an owner has in hand, falls with the right of that owner', async () => {
  const second = await joins('Third', 'owner');
  const { id: victim } = await studio.owner.get<SignedInPerson>('me');
  const links = async () =>
    getLinkToken((await second.post<LinkAnswer>(`people/${victim}/reset`, {})).link ?? '');
  const word = await links();
  const { id } = await second.get<SignedInPerson>('me');
  await studio.owner.post(`people/${id}/reach`, { role: 'editor' });
  const nobody = createStudioSession(studio.server.url, {});
  const answer = await nobody.ask('POST', 'reset', { word, password: goodPassword });
  expect([answer.status, await answer.json()]).toMatchObject([410, { error: 'link-ended' }]);
  expect((await studio.owner.ask('GET', 'me')).status).toBe(200);
});
