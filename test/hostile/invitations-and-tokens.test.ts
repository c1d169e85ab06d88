import { expect, it } from 'vitest';
import type { LinkAnswer, PeopleView, SignedInPerson, TokenView } from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { startOwnedStudio } from '../support/owned-studio.ts';
import {
  createStudioSession,
  getLinkToken,
  goodPassword,
  type StudioSession,
} from '../support/studio-session.ts';

const studio = startOwnedStudio();

const { joins } = studio;
const idOf = async (session: StudioSession) => (await session.get<SignedInPerson>('me')).id;

async function refusalOf(asked: Promise<Response>) {
  const response = await asked;
  return [response.status, await response.json()];
}

it('an invitation falls with the right of whoever invites', async () => {
  const second = await joins('Second', 'owner');
  const invites = async (email: string, role: string) =>
    getLinkToken((await second.post<LinkAnswer>('invitations', { email, role })).link ?? '');
  const words = [await invites('dan@example.com', 'owner'), await invites('eve@example.com', 'viewer')];
  const nobody = createStudioSession(studio.server.url, {});
  expect((await nobody.ask('POST', 'invitation', { word: words[0] })).status).toBe(200);
  const id = await idOf(second);
  await studio.owner.post(`people/${id}/reach`, { role: 'publisher' });
  const accepts = (word: string | undefined) =>
    nobody.ask('POST', 'invitation/accept', { word, name: 'Dan', password: goodPassword });
  for (const word of words) {
    expect((await nobody.ask('POST', 'invitation', { word })).status).toBe(410);
    expect(await refusalOf(accepts(word))).toMatchObject([410, { error: 'link-ended' }]);
  }
  const listed = async () =>
    (await studio.owner.get<PeopleView>('people')).invitations.map(({ email }) => email);
  expect(await listed()).not.toContain('dan@example.com');
  await studio.owner.post(`people/${id}/reach`, { role: 'owner' });
  expect(await listed()).toContain('dan@example.com');
  await studio.owner.ask('DELETE', `people/${id}`);
  expect((await accepts(words[0])).status).toBe(410);
});

it('a token is one of so many that a person may have, also of those that are asked for at once', async () => {
  const ann = await joins('Ann', 'viewer');
  const asked = { purpose: 'x', role: 'viewer', expiresAt: Date.now() + 3_600_000 };
  const { mostTokens } = serverSettings.people;
  const made = await Promise.all(
    Array.from({ length: mostTokens + 5 }, () => ann.ask('POST', 'tokens', asked)),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(mostTokens);
  expect(await refusalOf(ann.ask('POST', 'tokens', asked))).toMatchObject([400, { field: 'purpose' }]);
  const [token] = await ann.get<readonly TokenView[]>('tokens');
  await ann.ask('DELETE', `tokens/${token?.id}`);
  expect((await ann.ask('POST', 'tokens', asked)).status).toBe(200);
});
